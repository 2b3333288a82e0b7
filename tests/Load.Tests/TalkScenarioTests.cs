using Dugout.Load.Client;
using Dugout.Load.Results;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace Dugout.Load.Tests;

/// <summary>The talk board, the rankings, and loads as a team has published them, pushed at a shop by hand.</summary>
public sealed class TalkScenarioTests : IAsyncLifetime
{
    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public async Task Callers_of_a_mixed_load_keep_to_their_parts()
    {
        await LoadRun.Of(_shop, "talk", "--callers", "2", "--writes", "50", "--think", "50", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile(), "--out", _shop.Folder);

        var record = RecordFile.Read(_shop.Folder);
        Assert.Equal(["1 list", "2 next page", "3 post", "4 comments", "5 post", "6 like", "7 comment"], record.Steps.Select(step => step.Name));
        Assert.Equal(50, record.Settings.WritePercent);
        Assert.True(record.Written is { Acknowledged: > 0, Unknown: 0 });
    }

    [Fact]
    public async Task A_talk_post_without_a_response_is_not_retried_and_may_exist()
    {
        _shop.Instead = (step, _) => Task.FromResult<IResult?>(step == "5 talk" ? FakeShop.Problem(502, "fault") : null);

        var run = await LoadRun.Of(_shop, "talk", "--writes", "100", "--rate", "2", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile(), "--out", _shop.Folder);

        Assert.Equal((1, 2), (run.Code, _shop.Requests["5 talk"]));
        Assert.Equal(new WrittenRecord(0, 2), RecordFile.Read(_shop.Folder).Written);
    }

    [Fact]
    public async Task Rankings_are_waited_for_and_looked_at_with_a_picture()
    {
        _shop.UncountedRankings = 1;

        var record = await RunAsync("rankings");

        Assert.Equal(["1 games", "2 products", "3 posts", "4 fans", "5 recommended", "6 picture"], record.Steps.Select(step => step.Name));
        Assert.Equal((10, 1), (record.Iterations.Count(Outcome.Ok), _shop.Requests["1 sign in"]));
    }

    [Theory]
    [InlineData("""{"place":2,"id":1,"name":"a","points":3}""", "positions that do not count from 1")]
    [InlineData("""{"place":1,"id":1,"name":"a","points":3},{"place":2,"id":2,"name":"b","points":4}""", "positions not in the order of their points")]
    [InlineData("""{"place":1,"id":2,"name":"a","points":3},{"place":2,"id":1,"name":"b","points":3}""", "positions not in the order of their points")]
    [InlineData("""{"place":1,"id":1,"name":"a","points":3},{"place":2,"id":1,"name":"a","points":3}""", "one item in two positions")]
    public async Task A_ranking_out_of_order_is_a_wrong_body(string places, string said)
    {
        // The first four are sent before the measurement.
        _shop.Instead = (step, context) => Task.FromResult<IResult?>(step == "ranking" && _shop.Requests["ranking"] > 4 && context.Request.RouteValues["ranking"] is "games" && context.Request.Query["window"] == "day"
            ? TypedResults.Text($$"""{"ranking":"games","window":"day","from":"2027-04-01T00:00:00Z","until":"2027-04-02T00:00:00Z","items":[{{places}}],"next":null}""", "application/json")
            : null);

        var run = await LoadRun.Of(_shop, "rankings", "--keys", "single", "--rate", "1", "--seconds", "1", "--apphost", _shop.AppHostFile());

        Assert.Equal(1, run.Code);
        Assert.Contains(said, run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_published_load_is_run_phase_by_phase_and_its_page_tells_them_apart()
    {
        var record = await RunAsync("talk", "--preset", "report-003-2", "--scale", "0.05", "--seconds", "2");

        Assert.Equal([new PhaseRecord(5, 5, null, 1), new PhaseRecord(5, 10, null, 1)], record.Settings.Phases);
        Assert.Equal(("report-003-2", 0.05, 10), (record.Settings.Preset, record.Settings.Scale, record.Settings.Rate));
        Assert.Equal(13, record.Sends.Due.Sum());
        var page = await File.ReadAllTextAsync(Path.Combine(_shop.Folder, "report.html"));
        Assert.Contains("report-003-2 at 0.05 of its rates", page, StringComparison.Ordinal);
        Assert.Contains("5 to 10 a second for 1 s", page, StringComparison.Ordinal);
    }

    private Task<RunRecord> RunAsync(string scenario, params string[] more) => LoadRun.RecordAsync(_shop, scenario, more);
}
