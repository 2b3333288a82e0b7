using System.Globalization;

namespace Dugout.Load.Checks.Fairness;

/// <summary>What the public document of a waiting room showed in the end.</summary>
/// <param name="SeedHash">The commitment, as it was shown before the draw.</param>
/// <param name="Seed">The seed; null before the draw.</param>
/// <param name="Drawn">Number of tickets in the draw.</param>
internal sealed record ShownDraw(string SeedHash, string? Seed, int Drawn);

/// <summary>
/// Measures whether a waiting room kept its promises, from nothing but what fans saw: the rules that must hold, and figures. A pure function of the log.
/// </summary>
internal static class FairnessMeter
{
    /// <summary>The rule broken by a number for each device.</summary>
    public const string OneNumber = "An account has one number in a waiting room, from whatever device it asks";

    /// <summary>The rule broken by a place that is given twice.</summary>
    public const string OneAccount = "A number of a waiting room belongs to one account";

    /// <summary>The rule broken by a room that forgets.</summary>
    public const string Kept = "A fan keeps the number of a waiting room";

    /// <summary>The rule broken by a draw that was arranged.</summary>
    public const string Committed = "The numbers of a draw follow from the seed that was committed to";

    /// <summary>The rule broken by a room that admits who asks most often.</summary>
    public const string NoneIsOvertaken = "No fan is turned away after one with a greater number was admitted";

    /// <summary>The rule broken by a copy that goes back.</summary>
    public const string NeverBack = "The counter of a waiting room never goes back";

    private const int MostShown = 5;

    /// <summary>Checks the rules.</summary>
    /// <param name="waiters">The fans.</param>
    /// <param name="looks">Their reads of the public document.</param>
    /// <param name="draw">The draw.</param>
    /// <param name="staleness">How old a response may be: a fan may be turned away for so long after the counter has passed.</param>
    public static IReadOnlyList<Finding> Findings(IReadOnlyList<Waiter> waiters, IReadOnlyList<Look> looks, ShownDraw draw, TimeSpan staleness) =>
    [
        new(OneNumber, Few(
            from account in waiters.GroupBy(waiter => waiter.Account)
            let places = account.SelectMany(waiter => waiter.Tickets.TakeLast(1)).Select(ticket => ticket.Index).Distinct().Order().ToList()
            where places.Count > 1
            select $"account {account.Key} has the places {string.Join(", ", places)}")),
        new(OneAccount, Few(
            from place in waiters.SelectMany(waiter => waiter.Tickets.Select(ticket => (ticket.Index, waiter.Account))).Distinct().GroupBy(ticket => ticket.Index)
            where place.Count() > 1
            select $"place {place.Key} is shown to the accounts {string.Join(", ", place.Select(ticket => ticket.Account).Order())}")),
        new(Kept, Few(
            from waiter in waiters
            let places = waiter.Tickets.Select(ticket => ticket.Index).Distinct().ToList()
            let numbers = waiter.Tickets.Select(ticket => ticket.Number).OfType<int>().Distinct().ToList()
            where places.Count > 1 || numbers.Count > 1
            select $"account {waiter.Account} was shown the places {string.Join(", ", places)} and the numbers {string.Join(", ", numbers)}")),
        new(Committed, Draw(waiters, draw)),
        new(NoneIsOvertaken, Few(Overtaken(waiters, staleness).Select(fan => string.Create(
            CultureInfo.InvariantCulture,
            $"number {fan.Number} of account {fan.Waiter.Account} was turned away at {fan.Waiter.LastTurnedAwayAt!.Value.TotalSeconds:0.000} s, {(fan.Waiter.LastTurnedAwayAt.Value - fan.By).TotalSeconds:0.000} s after a greater number had a pass")))),
        new(NeverBack, Back(looks)),
    ];

    /// <summary>Computes the figures.</summary>
    /// <param name="waiters">The fans.</param>
    /// <param name="opensAt">When the room opened.</param>
    /// <param name="staleness">As for the rules.</param>
    public static FairnessFigures Figures(IReadOnlyList<Waiter> waiters, TimeSpan opensAt, TimeSpan staleness)
    {
        var admitted = Numbered(waiters).Where(fan => fan.Waiter.AdmittedAt is not null).OrderBy(fan => fan.Number).ToList();
        var waits = admitted.Select(fan => (fan.Waiter.AdmittedAt!.Value - Later(fan.Waiter.ArrivedAt, opensAt)).TotalSeconds).Order().ToList();
        var ranks = Ranks([.. admitted.Select(fan => fan.Waiter.AdmittedAt!.Value)]);
        var errors = admitted.Select(fan => ErrorOf(fan.Waiter)).OfType<double>().Order().ToList();
        var (fans, seats) = (waiters.DistinctBy(waiter => waiter.Account).ToList(), waiters.Sum(waiter => waiter.Seats));
        var pairs = admitted.Count * (admitted.Count - 1L) / 2;
        return new(
            Numbered(waiters).Count(), admitted.Count, Correlation(ranks), pairs == 0 ? 0 : (double)Inversions(ranks) / pairs, Overtaken(waiters, staleness).Count(),
            Percentile(waits, 0.5), Percentile(waits, 0.95), Percentile(waits, 1), errors.Count == 0 ? null : Percentile(errors, 0.5),
            fans.Count == 0 ? 0 : (double)fans.Count(waiter => waiter.IsScripted) / fans.Count,
            seats == 0 ? null : (double)waiters.Where(waiter => waiter.IsScripted).Sum(waiter => waiter.Seats) / seats);
    }

    /// <summary>The error of the predicted waiting time, relative to the actual one; null without a prediction.</summary>
    private static double? ErrorOf(Waiter waiter)
    {
        if (waiter is not { Predicted: var (at, wait), AdmittedAt: { } admittedAt } || admittedAt <= at) return null;
        var actual = (admittedAt - at).TotalSeconds;
        return Math.Abs(wait.TotalSeconds - actual) / actual;
    }

    /// <summary>The fans with their last number.</summary>
    private static IEnumerable<(Waiter Waiter, int Number)> Numbered(IReadOnlyList<Waiter> waiters) =>
        from waiter in waiters
        where waiter.Tickets is [.., { Number: not null }]
        select (waiter, waiter.Tickets[^1].Number!.Value);

    /// <summary>Fans who were turned away although a fan with a greater number had a pass, and since when.</summary>
    private static IEnumerable<(Waiter Waiter, int Number, TimeSpan By)> Overtaken(IReadOnlyList<Waiter> waiters, TimeSpan staleness)
    {
        var first = TimeSpan.MaxValue;
        foreach (var (waiter, number) in Numbered(waiters).OrderByDescending(fan => fan.Number))
        {
            if (first < TimeSpan.MaxValue && waiter.LastTurnedAwayAt > first + staleness) yield return (waiter, number, first);
            if (waiter.AdmittedAt < first) first = waiter.AdmittedAt.Value;
        }
    }

    private static IReadOnlyList<string> Draw(IReadOnlyList<Waiter> waiters, ShownDraw draw)
    {
        if (draw.Seed is null) return [];
        if (PublicDraw.HashOf(draw.Seed) != draw.SeedHash) return [$"the seed {draw.Seed} does not have the hash {draw.SeedHash}"];
        var numbers = PublicDraw.Numbers(draw.Seed, draw.Drawn);
        return Few(
            from waiter in waiters
            where waiter.Tickets is [.., { Number: not null }]
            let ticket = waiter.Tickets[^1]
            let due = ticket.Index < numbers.Count ? numbers[ticket.Index] : ticket.Index
            where ticket.Number != due
            select $"place {ticket.Index} has the number {ticket.Number}, and {due} by the seed");
    }

    private static IReadOnlyList<string> Back(IReadOnlyList<Look> looks)
    {
        // Only what was complete before another was sent can be compared.
        var complete = looks.OrderBy(look => look.ReceivedAt).ToList();
        var (highest, at) = (0, 0);
        List<string> back = [];
        foreach (var look in looks.OrderBy(look => look.SentAt))
        {
            for (; at < complete.Count && complete[at].ReceivedAt < look.SentAt; at++) highest = Math.Max(highest, complete[at].Admitted);
            if (look.Admitted < highest) back.Add(string.Create(CultureInfo.InvariantCulture, $"{look.Admitted} was shown at {look.SentAt.TotalSeconds:0.000} s, after {highest}"));
        }

        return Few(back);
    }

    /// <summary>The position of each time in their order.</summary>
    private static int[] Ranks(TimeSpan[] times)
    {
        var ranks = new int[times.Length];
        foreach (var (rank, index) in Enumerable.Range(0, times.Length).OrderBy(index => times[index]).Index()) ranks[index] = rank;
        return ranks;
    }

    private static double? Correlation(int[] ranks)
    {
        double count = ranks.Length;
        return count < 2 ? null : 1 - (6 * ranks.Index().Sum(rank => Math.Pow(rank.Index - rank.Item, 2)) / (count * ((count * count) - 1)));
    }

    /// <summary>The number of pairs in descending order, counted while halves are merged.</summary>
    private static long Inversions(int[] ranks)
    {
        if (ranks.Length < 2) return 0;
        var (left, right) = (ranks[..(ranks.Length / 2)], ranks[(ranks.Length / 2)..]);
        var inversions = Inversions(left) + Inversions(right);
        Array.Sort(left);
        Array.Sort(right);
        for (var (smaller, index) = (0, 0); index < left.Length; index++)
        {
            while (smaller < right.Length && right[smaller] < left[index]) smaller++;
            inversions += smaller;
        }

        return inversions;
    }

    private static double Percentile(List<double> sorted, double share) => sorted.Count == 0 ? 0 : sorted[Math.Max(0, (int)Math.Ceiling(sorted.Count * share) - 1)];

    private static TimeSpan Later(TimeSpan one, TimeSpan other) => one > other ? one : other;

    private static IReadOnlyList<string> Few(IEnumerable<string> differences)
    {
        List<string> all = [.. differences];
        return all.Count <= MostShown ? all : [.. all.Take(MostShown), $"and {all.Count - MostShown} more"];
    }
}
