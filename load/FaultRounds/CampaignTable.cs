using System.Globalization;
using Dugout.Load.Costs;
using Dugout.Load.Results;

namespace Dugout.Load.FaultRounds;

/// <summary>The rounds of a campaign as a table, a line per kind of fault.</summary>
internal static class CampaignTable
{
    private const string Missed = "MISSED";

    /// <summary>The table; kinds without a round are missing.</summary>
    public static string Of(IReadOnlyList<FaultRound> rounds)
    {
        var table = Columns.Of(
            [
                ["fault", "rounds", "acknowledged", "lost or doubled", "failed", "reads", "window: median", "greatest", "goal", "", "failed requests by code"],
                .. ByKind(rounds).Select(kind => Row(kind.Kind, kind.Rounds)),
            ],
            1, 2, 3, 4, 5, 6, 7);
        return string.Create(CultureInfo.InvariantCulture,
            $"{table}\n{rounds.Count} rounds, {rounds.Sum(round => round.Acknowledged):#,0} acknowledged reservations, {rounds.Sum(round => round.Differences.Count)} differences; times in seconds");
    }

    /// <summary>Whether every goal was met, and every negative control noticed.</summary>
    public static bool IsMet(IReadOnlyList<FaultRound> rounds) => ByKind(rounds).All(kind => kind.Kind.Missed(kind.Rounds) == 0);

    /// <summary>Whether a round lost or doubled anything that was no negative control.</summary>
    public static bool HasDifferences(IReadOnlyList<FaultRound> rounds) => ByKind(rounds).Any(kind => !kind.Kind.IsControl && kind.Rounds.Any(round => round.Differences.Count > 0));

    private static IEnumerable<(FaultKind Kind, List<FaultRound> Rounds)> ByKind(IReadOnlyList<FaultRound> rounds) =>
        FaultKind.All.AddRange(FaultKind.Controls).Select(kind => (kind, rounds.Where(round => round.Kind == kind.Name).ToList())).Where(kind => kind.Item2.Count > 0);

    private static string[] Row(FaultKind kind, List<FaultRound> rounds) =>
    [
        kind.Name, Whole(rounds.Count), Whole(rounds.Sum(round => round.Acknowledged)), Whole(rounds.Sum(round => round.Differences.Count)),
        Whole(rounds.Sum(round => round.FailedRequests)), Whole(rounds.Sum(round => round.FailedReads)), Seconds(Cost.Median(rounds.Select(round => round.Window))), Seconds(rounds.Max(round => round.Window)),
        kind.GoalInWords, kind.GoalInWords.Length == 0 ? "" : kind.Missed(rounds) is var missed && missed == 0 ? "met" : $"{Missed} {missed}",
        string.Join(", ", rounds.SelectMany(round => round.Failed).GroupBy(code => code.Key, code => code.Value).OrderByDescending(code => code.Sum()).Select(code => $"{Whole(code.Sum())} {code.Key}")),
    ];

    private static string Whole(int number) => number.ToString("#,0", CultureInfo.InvariantCulture);

    private static string Seconds(double seconds) => seconds.ToString("0.0", CultureInfo.InvariantCulture);
}
