using Dugout.Load.Checks.Fairness;
using Dugout.Load.Results;
using Xunit;

namespace Dugout.Load.Tests.ScenarioRuns;

/// <summary>The opening of a sale, at a shop by hand whose waiting room can be unfair.</summary>
public sealed class OpeningMinuteTests : IAsyncLifetime
{
    /// <summary>Twenty a second for two seconds.</summary>
    private const int Fans = 40;

    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync()
    {
        _shop = await FakeShop.StartAsync();
        _shop.Capacity = 20;
        _shop.EarlyTickets = Fans;
        _shop.ShowOperatorsPassword();
    }

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public async Task Fans_wait_for_their_numbers_and_buy_all_seats()
    {
        var (run, record) = await OpenAsync("--seats", "20", "--max-rate", "20");

        Assert.Equal((0, ""), (run.Code, run.Errors));
        var opening = record.Opening!;
        Assert.Equal((Fans, 20, 0), (opening.Arrivals.Sum(), opening.Sold.Sum(), opening.Fairness!.Overtaken));
        Assert.NotNull(opening.SoldOutAfterSeconds);
        // The first looks come in a random order over seconds, so that of so few fans says nothing: see FairnessMeterTests.
        Assert.NotNull(opening.Fairness.RankCorrelation);
        Assert.Contains("fairness: ", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_room_no_ticket_is_taken()
    {
        var (run, record) = await OpenAsync("--seats", "20", "--room", "none");

        Assert.Equal((0, 0, 20), (run.Code, _shop.Requests.GetValueOrDefault("1 ticket"), record.Opening!.Sold.Sum()));
        Assert.Null(record.Opening.Fairness);
    }

    [Fact]
    public async Task A_place_for_each_request_fails_the_run()
    {
        _shop.GivesTicketsToDevices = true;

        // Scripts ask for their tickets again when the draw is over.
        var (run, _) = await OpenAsync("--seats", "20", "--max-rate", "20", "--scripted", "100");

        Assert.Equal(2, run.Code);
        Assert.Contains($"FAILED  {FairnessMeter.Kept}", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_fan_needs_an_account()
    {
        var run = await LoadRun.Of(_shop, "opening-minute", "--rate", "40", "--seconds", "3", "--accounts", "9", "--apphost", _shop.AppHostFile());

        Assert.Equal(64, run.Code);
        Assert.Contains("fans take part, each once", run.Errors, StringComparison.Ordinal);
    }

    private async Task<(LoadRun Run, RunRecord Record)> OpenAsync(params string[] more)
    {
        var run = await LoadRun.Of(_shop, ["opening-minute", "--preset", "weekday", "--rate", "20", "--seconds", "2", "--apphost", _shop.AppHostFile(), "--out", _shop.Folder, .. more]);
        Assert.True(run.Code != 64, run.Errors);
        return (run, RecordFile.Read(_shop.Folder));
    }
}
