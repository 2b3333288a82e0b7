using Dugout.Load.Client;
using Dugout.Load.Measuring;
using Dugout.Load.ScenarioRuns;
using Spectre.Console;
using Xunit;

namespace Dugout.Load.Tests.ScenarioRuns;

public sealed class LiveViewTests : IAsyncLifetime
{
    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public void The_live_view_shows_progress_rate_latency_rejections_and_sales()
    {
        var drawn = new StringWriter();
        var ended = Enum.GetValues<Outcome>().ToDictionary(outcome => outcome, outcome => (int)outcome);

        Terminal(drawn).Write(LiveTable.Of(new Moment
        {
            Run = "ticketing-derby",
            Elapsed = TimeSpan.FromSeconds(15),
            Planned = TimeSpan.FromSeconds(30),
            Started = 300,
            InFlight = 12,
            Late = 3,
            Dropped = 1,
            Ended = ended,
            LastSecond = new Second(20, 12, [1, 2, 3, 4, 5, 6, 7], 4_200, 9_900, 15_300, 20_000),
            Rejections = [new("seat-taken", 7), new("[busy]", 2)],
            Acknowledged = 50,
            Seats = 75,
            Unknown = 2,
            IsAborted = false,
        }));

        var lines = drawn.ToString().Split('\n').Select(line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries))).ToArray();
        Assert.Contains($"ticketing-derby {new string('█', 20)}{new string('░', 20)} 15 of 30 s", lines);
        Assert.Contains("rate 20 started, 28 ended in the last second; 300 started, 12 in flight, 3 late, 1 dropped", lines);
        Assert.Contains("latency p50 4.2 ms, p95 9.9 ms, p99 15.3 ms, max 20.0 ms of the iterations that ended ok in the last second", lines);
        Assert.Contains("iterations 0 ok, 6 left, 1 rejected, 2 shed, 3 client errors, 4 time-outs, 5 faults", lines);
        Assert.Contains("rejections seat-taken 7, [busy] 2", lines);
        Assert.Contains("sales 50 sales acknowledged, 75 seats, 2 unknown", lines);
    }

    [Fact]
    public async Task A_terminal_shows_the_live_view_at_the_end_of_the_run()
    {
        var drawn = new StringWriter();

        var run = await LoadRun.On(Terminal(drawn), _shop, "ticketing", "--rate", "10", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile());

        Assert.Equal(0, run.Code);
        Assert.Contains("10 sales acknowledged", drawn.ToString());
        Assert.Contains("waiting for the rest", drawn.ToString());
    }

    [Fact]
    public async Task Nothing_is_drawn_without_a_terminal()
    {
        var run = await LoadRun.Ticketing(_shop);

        Assert.DoesNotContain('\u001b', run.Output);
        Assert.DoesNotContain("sales acknowledged", run.Output);
    }

    private static IAnsiConsole Terminal(StringWriter drawn)
    {
        var screen = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, ColorSystem = ColorSystemSupport.NoColors, Interactive = InteractionSupport.Yes, Out = new AnsiConsoleOutput(drawn) });
        screen.Profile.Width = 200;
        return screen;
    }
}
