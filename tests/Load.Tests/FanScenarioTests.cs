using Dugout.Load.Results;
using Dugout.Load.Shop;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace Dugout.Load.Tests;

/// <summary>What fans read and write, pushed at a shop by hand.</summary>
public sealed class FanScenarioTests : IAsyncLifetime
{
    private const string ThereAsWritten = "Everything that a fan was told they wrote is a row of theirs, where and as they wrote it";

    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public async Task Whoever_reads_the_feed_leafs_jumps_and_looks_at_their_own()
    {
        var record = await RunAsync("home-feed");

        Assert.Equal(["1 first page", "2 next page", "3 deep page", "4 my feed"], record.Steps.Select(step => step.Name));
        Assert.Equal((10, 6), (record.Flows.Count(Outcome.Ok), _shop.Asked["follow"]));
        Assert.Equal(0, record.Settings.WritePercent);
        Assert.Null(record.Written);
    }

    [Fact]
    public async Task A_post_that_comes_between_two_pages_shifts_nothing()
    {
        APostComesBetweenPages();

        var record = await RunAsync("home-feed");

        Assert.Equal(10, record.Flows.Count(Outcome.Ok));
    }

    [Fact]
    public async Task Pages_by_offset_repeat_a_post_where_somebody_writes_and_that_is_a_wrong_body()
    {
        _shop.PagesByOffset = true;
        APostComesBetweenPages();

        var run = await LoadRun.Of(_shop, "home-feed", "--rate", "10", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile());

        Assert.Equal(1, run.Code);
        Assert.Contains("on a page that begins behind post 41", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Pages_by_offset_are_right_where_nobody_writes()
    {
        _shop.PagesByOffset = true;

        Assert.Equal(10, (await RunAsync("home-feed")).Flows.Count(Outcome.Ok));
    }

    [Fact]
    public async Task Whoever_writes_sees_it_and_all_of_it_is_on_the_balance_sheet()
    {
        var record = await RunAsync("post-write");

        Assert.Equal(["5 picture", "6 post", "7 own post", "8 like", "9 comment"], record.Steps.Select(step => step.Name));
        Assert.Equal((10, new WrittenRecord(30, 0)), (record.Flows.Count(Outcome.Ok), record.Written));
        Assert.Equal(100, record.Settings.WritePercent);
        Assert.Contains(record.Findings, finding => finding.Sentence == ThereAsWritten);
    }

    [Fact]
    public async Task What_is_told_and_lies_in_no_row_fails_the_check()
    {
        _shop.WritingRows = rows => [.. rows.Skip(1)];

        var run = await LoadRun.Of(_shop, "post-write", "--rate", "2", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile());

        Assert.Equal(2, run.Code);
        Assert.Contains("and isn't there like that", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_post_that_is_there_twice_fails_the_check()
    {
        _shop.WritingRows = rows => [.. rows, rows[0] with { Id = 99 }];

        var run = await LoadRun.Of(_shop, "post-write", "--rate", "2", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile());

        Assert.Equal(2, run.Code);
        Assert.Contains("is there 2 times", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_post_whose_answer_is_lost_is_sent_again_under_its_key_and_is_there_once()
    {
        var isLost = true;
        _shop.Instead = async (step, context) =>
        {
            if (step != "6 post" || !isLost) return null;
            isLost = false;
            await _shop.WritePostAsync(context);
            return FakeShop.Problem(502, "fault");
        };

        var record = await RunAsync("post-write", "--rate", "1");

        Assert.Equal((2, 1), (_shop.Asked["6 post"], record.Steps.Single(step => step.Name == "6 post").Repeats.Values.Sum()));
    }

    [Fact]
    public async Task A_post_that_is_not_what_was_written_is_a_wrong_body()
    {
        _shop.Instead = (step, context) => Task.FromResult<IResult?>(step == "6 post" ? _shop.WritePost(account: 1, "something else", [], [], []) : null);

        var run = await LoadRun.Of(_shop, "post-write", "--rate", "1", "--seconds", "1", "--accounts", "1", "--apphost", _shop.AppHostFile());

        Assert.Equal(2, run.Code);
        Assert.Contains("not the text or the time of what was written", run.Output, StringComparison.Ordinal);
    }

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
    public async Task A_talk_post_without_an_answer_is_not_sent_again_and_may_be_there()
    {
        _shop.Instead = (step, _) => Task.FromResult<IResult?>(step == "5 talk" ? FakeShop.Problem(502, "fault") : null);

        var run = await LoadRun.Of(_shop, "talk", "--writes", "100", "--rate", "2", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile(), "--out", _shop.Folder);

        Assert.Equal((1, 2), (run.Code, _shop.Asked["5 talk"]));
        Assert.Equal(new WrittenRecord(0, 2), RecordFile.Read(_shop.Folder).Written);
    }

    [Fact]
    public async Task Rankings_are_waited_for_and_looked_at_with_a_picture()
    {
        _shop.UncountedRankings = 1;

        var record = await RunAsync("rankings");

        Assert.Equal(["1 games", "2 products", "3 posts", "4 fans", "5 recommended", "6 picture"], record.Steps.Select(step => step.Name));
        Assert.Equal((10, 1), (record.Flows.Count(Outcome.Ok), _shop.Asked["1 sign in"]));
    }

    [Theory]
    [InlineData("""{"place":2,"id":1,"name":"a","points":3}""", "places that do not count from 1 on")]
    [InlineData("""{"place":1,"id":1,"name":"a","points":3},{"place":2,"id":2,"name":"b","points":4}""", "places not in the order of their points")]
    [InlineData("""{"place":1,"id":2,"name":"a","points":3},{"place":2,"id":1,"name":"b","points":3}""", "places not in the order of their points")]
    [InlineData("""{"place":1,"id":1,"name":"a","points":3},{"place":2,"id":1,"name":"a","points":3}""", "one on two places")]
    public async Task A_ranking_out_of_order_is_a_wrong_body(string places, string said)
    {
        // The first four are asked for before the clock.
        _shop.Instead = (step, context) => Task.FromResult<IResult?>(step == "ranking" && _shop.Asked["ranking"] > 4 && context.Request.RouteValues["ranking"] is "games" && context.Request.Query["window"] == "day"
            ? TypedResults.Text($$"""{"ranking":"games","window":"day","from":"2027-04-01T00:00:00Z","until":"2027-04-02T00:00:00Z","items":[{{places}}],"next":null}""", "application/json")
            : null);

        var run = await LoadRun.Of(_shop, "rankings", "--keys", "single", "--rate", "1", "--seconds", "1", "--apphost", _shop.AppHostFile());

        Assert.Equal(1, run.Code);
        Assert.Contains(said, run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_shop_where_nobody_has_written_is_69()
    {
        (_shop.Posts, _shop.TalkPosts) = (0, 0);

        var feed = await LoadRun.Of(_shop, "home-feed", "--apphost", _shop.AppHostFile(), "--accounts", "2");
        var talk = await LoadRun.Of(_shop, "talk", "--apphost", _shop.AppHostFile(), "--accounts", "2");

        Assert.Equal((69, 69), (feed.Code, talk.Code));
        Assert.Contains("the feed has no posts", feed.Errors, StringComparison.Ordinal);
        Assert.Contains("the talk board has no posts", talk.Errors, StringComparison.Ordinal);
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

    /// <summary>Whenever a page is asked for that begins behind another one.</summary>
    private void APostComesBetweenPages() => _shop.Instead = (step, context) =>
    {
        if (step == "feed" && context.Request.Query.ContainsKey("after")) _shop.WritePost(account: 99, "between", [], [], []);
        return Task.FromResult<IResult?>(null);
    };

    private async Task<RunRecord> RunAsync(string scenario, params string[] more)
    {
        string[] rate = more.Contains("--rate") || more.Contains("--preset") ? [] : ["--rate", "10"];
        string[] seconds = more.Contains("--seconds") ? [] : ["--seconds", "1"];
        var run = await LoadRun.Of(_shop, [scenario, .. rate, .. seconds, "--accounts", "3", "--apphost", _shop.AppHostFile(), "--out", _shop.Folder, .. more]);
        Assert.Equal((0, ""), (run.Code, run.Errors));
        return RecordFile.Read(_shop.Folder);
    }
}
