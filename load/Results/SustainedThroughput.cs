namespace Dugout.Load.Results;

/// <summary>Whether a run sustained its initial throughput. A pure function of its record.</summary>
internal static class SustainedThroughput
{
    private const int Parts = 5;

    /// <summary>
    /// Ok responses per second in the last fifth of the time in which iterations were started, divided by those in the first fifth; null where the run was too short, or the first fifth
    /// had none.
    /// </summary>
    public static double? Of(RunRecord record)
    {
        var seconds = record.LoadSeconds;
        var part = seconds / Parts;
        var first = Answers(0, part);
        return part == 0 || first == 0 ? null : (double)Answers(seconds - part, part) / first;

        long Answers(int from, int length) => record.Steps.Sum(step => step.Series.Ok.Skip(from).Take(length).Sum(count => (long)count));
    }
}
