using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Results;
using Dugout.Load.RunComparisons;
using Dugout.Load.Tests.Report;
using Xunit;

namespace Dugout.Load.Tests.RunComparisons;

public sealed class RunComparisonTests
{
    [Fact]
    public void Each_figure_has_both_values_and_their_ratio()
    {
        var a = Runs.Example with { Iterations = Lasting(10, 20, 30) };
        var b = Runs.Second with { Iterations = Lasting(20, 40, 90), NeverEnded = 3 };

        Assert.Equal(
            [
                "ok iterations per second 8.550 8.550 1.000", "mean, ms 20.0 50.0 2.500", "p50, ms 20.0 40.1 2.000", "p95, ms 30.0 89.9 2.995", "p99, ms 30.0 89.9 2.995", "max, ms 30.0 90.0 3.000",
                "failed iterations 0 3 -", "shed iterations 0 0 -", "8 hold: failed 10 10 1.000", "9 reserve: failed 10 0 0.000",
                "CPU of api-1, cores 0.210 0.420 2.000", "CPU of gateway, cores 0.075 0.075 1.000", "CPU of the generator, cores 0.113 0.113 1.000", "CPU of mysql-primary, cores 0.300 0.300 1.000",
                "CPU of redis, cores 0.025 0.025 1.000", "CPU of api-3, cores - 0.050 -",
            ],
            RunComparison.Of(a, b).Figures.Select(figure => string.Join(' ', figure.Cells)));
    }

    [Fact]
    public void A_run_without_an_ok_iteration_has_no_latency()
    {
        var nothing = Runs.Example with { Iterations = Runs.Example.Iterations with { Ends = [] } };

        var figure = RunComparison.Of(nothing, Runs.Second).Figures.Single(figure => figure.Name == "p50, ms");

        Assert.Equal((null, true, null), (figure.A, figure.B > 0, figure.Ratio));
    }

    [Fact]
    public void Only_circumstances_that_differ_are_named()
    {
        Assert.Empty(RunComparison.Of(Runs.Example, Runs.Example).Differing);
        Assert.Equal(["seed: 7 | 8"], Differing(Runs.Second));

        var elsewhere = Runs.Example with
        {
            Commit = new CommitRecord("ffff", IsDirty: false),
            Machine = Runs.Example.Machine with { Cores = 8, LoadBefore = [9, 9, 9] },
            Packages = [new PackageRecord("NBomber", "6.0.0", IsReal: true)],
            Engine = "MySQL 9.1.0",
            Settings = Runs.Example.Settings with { Rate = null, Callers = 5, Phases = [new PhaseRecord(0, 0, 5, 20)], Keys = "single" },
            ApiCores = 0.5,
            RowsBefore = new Dictionary<string, long> { ["posts"] = 1_000 },
        };
        Assert.Equal(
            [
                "commit: 0123456789ab with changes | ffff", "cores: 2 | 8", "packages: NBomber 4.1.2-dugout.1 (stand-in), StackExchange.Redis 1.2.6 (real) | NBomber 6.0.0 (real)",
                "database: unknown | MySQL 9.1.0", "load: 10 a second for 20 s | 5 callers for 20 s", "keys: zipf:1.1 | single", "CPU limit of an API replica, cores: none | 0.5", "rows of posts before: unknown | 1,000",
            ],
            Differing(elsewhere));

        static IEnumerable<string> Differing(RunRecord second) => RunComparison.Of(Runs.Example, second).Differing.Select(one => $"{one.Name}: {one.A} | {one.B}");
    }

    [Fact]
    public void A_run_that_cannot_be_trusted_is_named()
    {
        var clean = Runs.Example with { Commit = Runs.Example.Commit! with { IsDirty = false }, Sends = Runs.Example.Sends with { Late = [1] } };
        Assert.Empty(RunComparison.Of(clean, clean).Warnings);

        var wrong = clean with
        {
            Findings = [new FindingRecord("No seat is sold twice", ["seat 1"]), new FindingRecord("Limits hold", [])],
            Void = "Little's law is violated",
            Partial = true,
            Sends = clean.Sends with { Late = [2], Dropped = [4] },
            Commit = Runs.Example.Commit,
        };
        Assert.Equal(
            [
                "B is INCORRECT: 1 of 2 checks failed, so none of its figures counts.", "B is VOID: Little's law is violated.", "B was aborted: its record covers only the time until then.",
                "B has late sends: 2 of 200 iterations (1.0 %) started more than 1 ms late, at most 1.9 ms. The latency contains these delays of the generator.", "B has dropped sends: 4 of 200 iterations did not start.",
                "The commits are equal, but there were uncommitted changes: the sources may differ.",
            ],
            RunComparison.Of(clean, wrong).Warnings);
    }

    [Fact]
    public void An_open_and_a_closed_load_are_not_comparable_by_latency()
    {
        var closed = Runs.Example with { Settings = Runs.Example.Settings with { Callers = 5 } };

        Assert.Contains(RunComparison.Of(Runs.Example, closed).Warnings, warning => warning.StartsWith("One load is open and the other closed", StringComparison.Ordinal));
    }

    [Fact]
    public void Runs_of_different_scenarios_are_not_compared() =>
        Assert.Equal("the records are of different scenarios: ticketing and browse", Assert.Throws<UsageException>(() => RunComparison.Of(Runs.Example, Runs.Second with { Scenario = "browse" })).Message);

    private static StepRecord Lasting(params ReadOnlySpan<int> milliseconds)
    {
        var times = new Durations();
        foreach (var one in milliseconds) times.Record(one * 1_000);
        return Runs.Example.Iterations with { Ends = [new EndsRecord(Outcome.Ok, new Dictionary<string, int>(), times.Read(), times.Read())] };
    }
}
