namespace Dugout.Load.Checks.Linearizability;

/// <summary>
/// Reduces a contradictory history to the few steps that contradict each other whatever the others did. A step is never simply left out, since its
/// change would be missing: it is made uncertain (it may have happened, or not), a read-only step is dropped, and everything before the remaining steps
/// is replaced by an unknown state.
/// </summary>
internal static class SmallestWitness
{
    /// <summary>The maximum number of configurations per try; a try that needs more is given up, and its steps stay certain.</summary>
    private const int Patience = 20_000;

    /// <summary>The steps that suffice, in the order of sending. None of them can be made uncertain.</summary>
    public static IReadOnlyList<Step> Of(SeatHistory history) => [.. UncertainWherePossible(FromTheLatestBegin(UpToTheFirstEnd(history))).Steps.Where(step => step.Certain)];

    /// <summary>The shortest prefix that already contradicts: steps without a response by its end are uncertain.</summary>
    private static SeatHistory UpToTheFirstEnd(SeatHistory history)
    {
        long[] ends = [.. history.Steps.Where(step => step.Certain).Select(step => step.To).Distinct().Order()];
        return First(ends, end => history with
        {
            Steps = [.. history.Steps.Where(step => step.From <= end && (step.To <= end || !step.IsReadOnly)).Select(step => step.To <= end ? step : step.AsUncertain())],
        }) ?? history;
    }

    /// <summary>The shortest suffix that already contradicts, whatever the seat's state was: steps in progress at its begin are uncertain.</summary>
    private static SeatHistory FromTheLatestBegin(SeatHistory history)
    {
        long[] begins = [.. history.Steps.Where(step => step.Certain).Select(step => step.From).Distinct().OrderDescending()];
        return First(begins, begin => new SeatHistory(
            [.. history.Steps.Where(step => step.To >= begin && (step.From >= begin || !step.IsReadOnly)).Select(step => step.From >= begin ? step : step.AsUncertain())],
            FreeAtFirst: false)) ?? history;
    }

    /// <summary>The first contradicting cut, where each cut contains more than the one before; null when none contradicts.</summary>
    private static SeatHistory? First(long[] moments, Func<long, SeatHistory> cut)
    {
        var (low, high) = (0, moments.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (Contradicts(cut(moments[middle]))) high = middle;
            else low = middle + 1;
        }

        return low < moments.Length ? cut(moments[low]) : null;
    }

    /// <summary>Makes as many steps uncertain as possible: the read-only steps first and all at once, then ever smaller groups, until no single step can be.</summary>
    private static SeatHistory UncertainWherePossible(SeatHistory history)
    {
        TryWithout(step => step.IsReadOnly);
        for (var size = history.Steps.Count / 2; size > 1; size /= 2) Groups(size);
        while (Groups(1)) { }
        return history;

        bool Groups(int size)
        {
            var fewer = false;
            foreach (var group in history.Steps.Where(step => step.Certain).Chunk(size).Select(group => group.ToHashSet(ReferenceEqualityComparer.Instance)))
                fewer |= TryWithout(group.Contains);
            return fewer;
        }

        bool TryWithout(Func<Step, bool> chosen)
        {
            var less = history with { Steps = [.. history.Steps.Where(step => !(chosen(step) && step.IsReadOnly)).Select(step => chosen(step) ? step.AsUncertain() : step)] };
            if (!Contradicts(less)) return false;
            history = less;
            return true;
        }
    }

    private static bool Contradicts(SeatHistory history) => OrderSearch.Of(history, Patience) == Order.Contradicts;
}
