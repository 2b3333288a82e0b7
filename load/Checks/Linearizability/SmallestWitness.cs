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
    public static IReadOnlyList<Step> Of(SeatStory story) => [.. InDoubtAsFarAsCanBe(FromTheLatestBegin(UpToTheFirstEnd(story))).Steps.Where(step => step.Certain)];

    /// <summary>The shortest prefix that already contradicts: steps without a response by its end are uncertain.</summary>
    private static SeatStory UpToTheFirstEnd(SeatStory story)
    {
        long[] ends = [.. story.Steps.Where(step => step.Certain).Select(step => step.To).Distinct().Order()];
        return First(ends, end => story with
        {
            Steps = [.. story.Steps.Where(step => step.From <= end && (step.To <= end || !step.OnlyLooks)).Select(step => step.To <= end ? step : step.InDoubt())],
        }) ?? story;
    }

    /// <summary>The shortest suffix that already contradicts, whatever the seat's state was: steps in progress at its begin are uncertain.</summary>
    private static SeatStory FromTheLatestBegin(SeatStory story)
    {
        long[] begins = [.. story.Steps.Where(step => step.Certain).Select(step => step.From).Distinct().OrderDescending()];
        return First(begins, begin => new SeatStory(
            [.. story.Steps.Where(step => step.To >= begin && (step.From >= begin || !step.OnlyLooks)).Select(step => step.From >= begin ? step : step.InDoubt())],
            FreeAtFirst: false)) ?? story;
    }

    /// <summary>The first contradicting cut, where each cut contains more than the one before; null when none contradicts.</summary>
    private static SeatStory? First(long[] moments, Func<long, SeatStory> cut)
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
    private static SeatStory InDoubtAsFarAsCanBe(SeatStory story)
    {
        TryWithout(step => step.OnlyLooks);
        for (var size = story.Steps.Count / 2; size > 1; size /= 2) Groups(size);
        while (Groups(1)) { }
        return story;

        bool Groups(int size)
        {
            var fewer = false;
            foreach (var group in story.Steps.Where(step => step.Certain).Chunk(size).Select(group => group.ToHashSet(ReferenceEqualityComparer.Instance)))
                fewer |= TryWithout(group.Contains);
            return fewer;
        }

        bool TryWithout(Func<Step, bool> chosen)
        {
            var less = story with { Steps = [.. story.Steps.Where(step => !(chosen(step) && step.OnlyLooks)).Select(step => chosen(step) ? step.InDoubt() : step)] };
            if (!Contradicts(less)) return false;
            story = less;
            return true;
        }
    }

    private static bool Contradicts(SeatStory story) => OrderSearch.Of(story, Patience) == Order.Contradicts;
}
