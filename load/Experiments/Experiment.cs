using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>A question to the system, and how it is answered. All of it is settled before anything runs.</summary>
/// <param name="Name">What the command line calls it.</param>
/// <param name="Question">The question, as somebody would ask it.</param>
/// <param name="Arms">Two or more ways to run the system; the first is what the others are compared with, and runs twice a block: A and A again.</param>
/// <param name="Load">What is pushed at each.</param>
/// <param name="Metric">What decides.</param>
/// <param name="Rule">When something may be claimed.</param>
internal sealed record Experiment(string Name, string Question, IReadOnlyList<Arm> Arms, ArmLoad Load, Metric Metric, ClaimRule Rule)
{
    /// <summary>What the second run of the first arm is called.</summary>
    public string Again => $"{Arms[0].Name} again";

    /// <summary>The arms of a block: the first, the first again, the others.</summary>
    public IReadOnlyList<Arm> Turns => [Arms[0], Arms[0] with { Name = Again }, .. Arms.Skip(1)];
}

/// <summary>What is pushed at a system during one turn.</summary>
/// <param name="IsOpen">Requests are sent at their times, whatever became of the ones before; else each caller waits for its answer.</param>
/// <param name="Size">Requests a second when open, callers when closed.</param>
/// <param name="Seconds">How long is measured.</param>
/// <param name="WarmUpSeconds">The rule that discards the warm-up: the first so many seconds of every turn don't count.</param>
/// <param name="Buys">Every seventh request is a purchase: a hold, then its reservation. Otherwise fans only look.</param>
internal sealed record ArmLoad(bool IsOpen, int Size, int Seconds, int WarmUpSeconds, bool Buys = false)
{
    /// <summary>In words, for the report.</summary>
    public string InWords =>
        $"{(IsOpen ? $"open, {Size} requests a second" : $"closed, {Size} callers")}, {(Buys ? "looking and buying" : "looking only")}; {Seconds} s measured after {WarmUpSeconds} s of warm-up";
}
