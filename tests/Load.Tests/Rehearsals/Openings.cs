using Dugout.Load.Client;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;
using Dugout.Load.Tests.Report;

namespace Dugout.Load.Tests.Rehearsals;

/// <summary>Records of openings made by hand. All open after two seconds, and last ten more.</summary>
internal static class Openings
{
    private const int OpensAfter = 2;
    private const int Length = 10;

    /// <summary>No waiting room: in each second from the opening on 30 seats reads, holds and reservations end, while 60 of each are in flight.</summary>
    public static RunRecord Saturated { get; } = Run(1, new(false, 300, 1, 1, OpensAfter, [200, 200], [], Seconds(30), Length, null) { Goodput = 30 }, inFlight: 60, milliseconds: 2_000);

    /// <summary>A waiting room that admits ten a second: as many seats reads, holds and reservations, none of which waits.</summary>
    public static RunRecord Quiet { get; } = Run(
        2, new(true, 100, 10, 10, OpensAfter, [100, 100], Seconds(10), Seconds(10), Length, new(200, 100, 1, 0, 0, 5, 9, 10, 0.1, 0, 0)) { Goodput = 10 }, inFlight: 0, milliseconds: 10);

    /// <summary>A record of an opening.</summary>
    /// <param name="day">When it began; tells records apart.</param>
    /// <param name="opening">The opening.</param>
    /// <param name="inFlight">Requests in flight of each step at the end of each second.</param>
    /// <param name="milliseconds">The time of a hold; a seats read takes half of it, a reservation one and a half.</param>
    public static RunRecord Run(int day, OpeningRecord opening, int inFlight, int milliseconds)
    {
        var each = opening.Sold[^1];
        return Runs.Example with
        {
            Scenario = OpeningMinute.Name,
            BeganAt = new DateTimeOffset(2026, 12, day, 0, 0, 0, TimeSpan.Zero),
            Settings = Runs.Example.Settings with { ThinkMilliseconds = 0, AbandonPercent = 0 },
            System = ["api-1", "api-2", "gateway", "mysql-primary", "redis"],
            ProcessorSeconds = new SortedDictionary<string, double> { ["api-1"] = 4, ["mysql-primary"] = 5 },
            Sales = new(each * Length, each * Length, 0),
            Opening = opening,
            Steps = [Step("7 taken", each, inFlight, milliseconds / 2), Step("8 hold", each, inFlight, milliseconds), Step("9 reserve", each, inFlight, 3 * milliseconds / 2)],
        };
    }

    private static List<int> Seconds(int each) => [.. new int[OpensAfter], .. Enumerable.Repeat(each, Length)];

    private static StepRecord Step(string name, int each, int inFlight, int milliseconds)
    {
        var times = new Durations();
        for (var i = 0; i < each * Length; i++) times.Record(1_000 * milliseconds);
        var (ok, none) = (Seconds(each), new int[OpensAfter + Length]);
        return new(
            name, [new EndsRecord(Outcome.Ok, new Dictionary<string, int> { ["200"] = each * Length }, times.Read(), times.Read())], new Dictionary<string, int>(),
            new(ok, Seconds(inFlight), ok, none, none, none, none, none, none, [.. none.Select(count => (long)count)], [.. none.Select(count => (long)count)], [.. none.Select(count => (long)count)]));
    }
}
