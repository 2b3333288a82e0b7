using System.Globalization;
using System.Text.Json.Serialization;
using Dugout.Load.Checks.Fairness;

namespace Dugout.Load.Results;

/// <summary>The opening of a sale. Seconds count from the first iteration.</summary>
/// <param name="HasRoom">Whether there was a waiting room.</param>
/// <param name="Seats">Seats on sale.</param>
/// <param name="MinRate">The lowest rate of admission, in fans per second.</param>
/// <param name="MaxRate">The highest.</param>
/// <param name="OpensAfterSeconds">When the sale or the room opened.</param>
/// <param name="Arrivals">Fans who arrived, by second.</param>
/// <param name="Admitted">Fans who got a pass, by second.</param>
/// <param name="Sold">Seats sold, by second.</param>
/// <param name="SoldOutAfterSeconds">Time from the opening until the last seat was sold; null if some were left.</param>
/// <param name="Fairness">The figures of the fairness meter; null without a waiting room.</param>
internal sealed record OpeningRecord(
    bool HasRoom, int Seats, int MinRate, int MaxRate, double OpensAfterSeconds, IReadOnlyList<int> Arrivals, IReadOnlyList<int> Admitted, IReadOnlyList<int> Sold,
    double? SoldOutAfterSeconds, FairnessFigures? Fairness)
{
    /// <summary>The share of the seats that counts for the rate: the last seats are few people's, and one who hesitates would decide it.</summary>
    public const double Most = 0.9;

    /// <summary>Seats sold per second from the opening until nine tenths were sold; 0 if they were not.</summary>
    public required double Goodput { get; init; }

    /// <summary>The code of fans who left the waiting room.</summary>
    public const string GaveUp = "gave-up";

    /// <summary>In words.</summary>
    [JsonIgnore]
    public IEnumerable<string> InWords
    {
        get
        {
            yield return Text($"opening: {Arrivals.Sum()} fans for {Seats} seats, {(HasRoom ? $"admitted at {MinRate} to {MaxRate} a second" : "no waiting room")}; {Sold.Sum()} seats sold, {Goodput:0.0} a second, {(SoldOutAfterSeconds is { } seconds ? $"sold out after {seconds:0.0} s" : "not sold out")}");
            if (Fairness is not { } fair) yield break;
            yield return Text($"fairness: {fair.Admitted} of {fair.Fans} fans with a number were admitted, rank correlation {fair.RankCorrelation ?? 1:0.0000}, {100 * fair.Inversions:0.00} % of pairs inverted, {fair.Overtaken} overtaken");
            yield return Text($"waiting: p50 {fair.WaitP50:0.0} s, p95 {fair.WaitP95:0.0} s, max {fair.WaitMax:0.0} s; {(fair.PredictionError is { } error ? $"the predicted time was {100 * error:0} % off" : "no time was predicted")}");
            yield return Text($"scripts: {100 * fair.ScriptedShareOfFans:0} % of the fans got {100 * (fair.ScriptedShareOfSeats ?? 0):0} % of the seats");
        }
    }

    /// <summary>The record of what fans saw.</summary>
    /// <param name="terms">What was offered.</param>
    /// <param name="waiters">The fans.</param>
    /// <param name="opened">When it opened.</param>
    /// <param name="fairness">The figures of the fairness meter.</param>
    public static OpeningRecord Of(OpeningTerms terms, IReadOnlyList<Waiter> waiters, TimeSpan opened, FairnessFigures? fairness)
    {
        var buyers = waiters.Where(waiter => waiter.BoughtAt is not null).OrderBy(waiter => waiter.BoughtAt).ToList();
        var most = TimeUntil(buyers, (int)Math.Ceiling(terms.Seats * Most), opened);
        return new(
            terms.HasRoom, terms.Seats, terms.MinRate, terms.MaxRate, Math.Round(opened.TotalSeconds, 3), BySecond(waiters, waiter => waiter.ArrivedAt, _ => 1),
            BySecond(waiters, waiter => waiter.AdmittedAt, _ => 1), BySecond(waiters, waiter => waiter.BoughtAt, waiter => waiter.Seats), TimeUntil(buyers, terms.Seats, opened), fairness)
        {
            Goodput = most > 0 ? Math.Round(terms.Seats * Most / most.Value, 3) : 0,
        };
    }

    /// <summary>Seconds from the opening until so many seats were sold; null if they were not.</summary>
    private static double? TimeUntil(IReadOnlyList<Waiter> buyers, int seats, TimeSpan opened)
    {
        foreach (var buyer in buyers)
        {
            seats -= buyer.Seats;
            if (seats <= 0) return Math.Round((buyer.BoughtAt!.Value - opened).TotalSeconds, 3);
        }

        return null;
    }

    private static List<int> BySecond(IReadOnlyList<Waiter> waiters, Func<Waiter, TimeSpan?> when, Func<Waiter, int> count)
    {
        List<int> seconds = [];
        foreach (var waiter in waiters)
        {
            if (when(waiter) is not { } at) continue;
            while (seconds.Count <= (int)at.TotalSeconds) seconds.Add(0);
            seconds[(int)at.TotalSeconds] += count(waiter);
        }

        return seconds;
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>What was offered to fans.</summary>
/// <param name="HasRoom">Whether there was a waiting room.</param>
/// <param name="Seats">Seats on sale.</param>
/// <param name="MinRate">The lowest rate of admission, in fans per second.</param>
/// <param name="MaxRate">The highest.</param>
internal sealed record OpeningTerms(bool HasRoom, int Seats, int MinRate, int MaxRate);
