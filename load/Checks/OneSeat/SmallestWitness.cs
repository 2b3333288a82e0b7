namespace Dugout.Load.Checks.OneSeat;

/// <summary>
/// Finds the few steps of a contradictory story that contradict each other whatever the others did. A step is never simply left out, since
/// what it changed would be missed: it is put in doubt (it may have happened, or not), a look is dropped, and what lies before all the
/// rest is replaced by not knowing the seat's state.
/// </summary>
internal static class SmallestWitness
{
    /// <summary>Configurations looked at for one try; a try that needs more keeps what it wanted to put in doubt.</summary>
    private const int Patience = 20_000;

    /// <summary>The steps that suffice, in the order of asking. None of them can be put in doubt.</summary>
    public static IReadOnlyList<Step> Of(SeatStory story) => [.. InDoubtAsFarAsCanBe(FromTheLatestBegin(UpToTheFirstEnd(story))).Steps.Where(step => step.Certain)];

    /// <summary>The shortest beginning that contradicts already: what had not answered by its end is in doubt.</summary>
    private static SeatStory UpToTheFirstEnd(SeatStory story)
    {
        long[] ends = [.. story.Steps.Where(step => step.Certain).Select(step => step.To).Distinct().Order()];
        return First(ends, end => story with
        {
            Steps = [.. story.Steps.Where(step => step.From <= end && (step.To <= end || !step.OnlyLooks)).Select(step => step.To <= end ? step : step.InDoubt())],
        }) ?? story;
    }

    /// <summary>The shortest ending that contradicts already, whatever the seat's state was: what was under way at its begin is in doubt.</summary>
    private static SeatStory FromTheLatestBegin(SeatStory story)
    {
        long[] begins = [.. story.Steps.Where(step => step.Certain).Select(step => step.From).Distinct().OrderDescending()];
        return First(begins, begin => new SeatStory(
            [.. story.Steps.Where(step => step.To >= begin && (step.From >= begin || !step.OnlyLooks)).Select(step => step.From >= begin ? step : step.InDoubt())],
            FreeAtFirst: false)) ?? story;
    }

    /// <summary>The first of the cuts, each knowing more than the one before, that contradicts; null when none does.</summary>
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

    /// <summary>Puts as many steps in doubt as can be: the looks first and all at once, then ever smaller groups, until no single one can be.</summary>
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
