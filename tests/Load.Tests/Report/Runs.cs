using Dugout.Load.Client;
using Dugout.Load.Results;

namespace Dugout.Load.Tests.Report;

/// <summary>A record made by hand, the same each time.</summary>
internal static class Runs
{
    private const int Seconds = 20;

    /// <summary>200 iterations in 20 seconds, of which some were rejected, and some failed in the ninth second.</summary>
    public static RunRecord Example { get; } = new()
    {
        Version = RunRecord.CurrentVersion,
        Scenario = "ticketing",
        BeganAt = new DateTimeOffset(2026, 11, 22, 2, 0, 0, TimeSpan.Zero),
        Partial = false,
        Void = null,
        Settings = new SettingsRecord("weekday", null, 10, [new PhaseRecord(10, 10, null, Seconds)], 5, "zipf:1.1", 0, 0, 50, SignInEach: false, Seed: 7),
        Commit = new CommitRecord("0123456789abcdef0123456789abcdef01234567", IsDirty: true),
        Machine = new MachineRecord(2, "Some <processor> & more", "6.1.0", ".NET 10.0.0", Optimized: true, [0.5, 0.4, 0.3], [1.5, 0.8, 0.4]),
        Packages = [new PackageRecord("NBomber", "4.1.2-dugout.1", IsReal: false), new PackageRecord("StackExchange.Redis", "1.2.6", IsReal: true)],
        System = ["api-1", "gateway", "mysql-primary", "redis"],
        IntendedKnown = true,
        Sends = new SendsRecord([.. Enumerable.Repeat(10, Seconds)], [.. Enumerable.Repeat(10, Seconds)], [.. Enumerable.Repeat(0, Seconds - 1), 3], [.. new int[Seconds]], 1_850),
        Iterations = Step("iteration", 20_000),
        NeverEnded = 0,
        Steps = [Step("8 hold", 4_000), Step("9 reserve", 9_000)],
        ProcessorSeconds = new SortedDictionary<string, double> { ["api-1"] = 4.2, ["gateway"] = 1.5, ["load"] = 2.25, ["mysql-primary"] = 6, ["redis"] = 0.5 },
        Waits = new Dictionary<string, WaitRecord> { ["api-1"] = new(900, 0.018) },
        Seconds = Seconds,
        Little = new LittleRecord(0.2, 10, 0.02, 0.2),
        Sales = new SalesRecord(180, 270, 1),
        Findings = [new FindingRecord("No seat of a game is sold twice", []), new FindingRecord("Every hold was reserved by the account that made it", [])],
        ExitCode = 1,
    };

    /// <summary>A later run of the same scenario with another seed, twice the API's CPU use and a third replica, whose ok iterations took twice as long and whose step 9 never failed.</summary>
    public static RunRecord Second { get; } = Example with
    {
        BeganAt = Example.BeganAt.AddHours(1),
        Settings = Example.Settings with { Seed = 8 },
        Iterations = Step("iteration", 40_000),
        Steps = [Step("8 hold", 8_000), Example.Steps[1] with { Ends = [Example.Steps[1].Ends[0]] }],
        ProcessorSeconds = new SortedDictionary<string, double> { ["api-1"] = 8.4, ["api-3"] = 1, ["gateway"] = 1.5, ["load"] = 2.25, ["mysql-primary"] = 6, ["redis"] = 0.5 },
    };

    /// <summary>Samples of two replicas in its first seconds; at most seven notices waited.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyList<SampleRecord>> Samples { get; } = new Dictionary<string, IReadOnlyList<SampleRecord>>
    {
        ["api-1"] = [new(1, 30, 1, 0, 0.5, 8, 0, 0, 0), new(2, 40.5, 3, 1, 4.5, 9, 3, 7, 20)],
        ["api-2"] = [new(1.2, 20, 5, 0, 1, 7, 1, 0, 0), new(2.2, 25, 5, 0, 1, 7, 0, 0, 10)],
    };

    private static StepRecord Step(string name, long microseconds)
    {
        var (ok, slow) = (new Durations(), new Durations());
        for (var i = 0; i < 180; i++)
        {
            ok.Record(microseconds + (i * i * 5));
            slow.Record(microseconds + (i * i * 5) + (i > 170 ? 500_000 : 0));
        }

        var (rejected, broken) = (new Durations(), new Durations());
        for (var i = 0; i < 10; i++)
        {
            rejected.Record(microseconds / 2);
            broken.Record(2 * microseconds);
        }

        int[] nine = [.. Enumerable.Range(0, Seconds).Select(second => second == 9 ? 0 : 9)];
        int[] none = new int[Seconds];
        return new StepRecord(
            name,
            [
                new EndsRecord(Outcome.Ok, new Dictionary<string, int> { ["201"] = 180 }, slow.Read(), ok.Read()),
                new EndsRecord(Outcome.Rejected, new Dictionary<string, int> { ["seat-taken"] = 10 }, rejected.Read(), rejected.Read()),
                new EndsRecord(Outcome.Fault, new Dictionary<string, int> { ["500"] = 10 }, broken.Read(), broken.Read()),
            ],
            new Dictionary<string, int>(),
            new SeriesRecord(
                [.. Enumerable.Repeat(10, Seconds)], none, nine, [.. nine.Select((_, second) => second % 2)], none, none, none, [.. nine.Select(count => count == 0 ? 10 : 0)], none,
                [.. nine.Select(count => count == 0 ? 0 : microseconds)], [.. nine.Select(count => count == 0 ? 0 : 4 * microseconds)], [.. nine.Select(count => count == 0 ? 0 : 30 * microseconds)])
            {
                P95 = [.. nine.Select(count => count == 0 ? 0 : 3 * microseconds)],
            });
    }
}
