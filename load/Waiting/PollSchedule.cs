using Dugout.Load.Scenarios;

namespace Dugout.Load.Waiting;

/// <summary>
/// When each fan of a crowd polls: after the pauses of the waiting page, whether or not the response to the last poll has arrived. The page itself pauses after the response, which is
/// milliseconds later. The times follow from the seed alone. Not thread-safe.
/// </summary>
internal sealed class PollSchedule
{
    private readonly PriorityQueue<int, TimeSpan> _due = new();
    private readonly TimeSpan _left;
    private readonly Random _random;

    /// <summary>Plans the first poll of each fan at a random time within a pause, because the fans came at different times.</summary>
    /// <param name="fans">Number of fans.</param>
    /// <param name="left">The predicted time until their turn, which stays the same.</param>
    /// <param name="seed">Seed of all random numbers.</param>
    public PollSchedule(int fans, TimeSpan left, int seed)
    {
        (_left, _random) = (left, new Random(seed));
        for (var fan = 0; fan < fans; fan++) _due.Enqueue(fan, _random.NextDouble() * PagePolls.Pause(left, _random));
    }

    /// <summary>Takes the earliest poll that is due, and plans the next one of its fan; null where none is due yet.</summary>
    /// <param name="now">The time since the beginning.</param>
    public (int Fan, TimeSpan Due)? Take(TimeSpan now)
    {
        if (!_due.TryPeek(out var fan, out var due) || due > now) return null;
        _due.DequeueEnqueue(fan, due + PagePolls.Pause(_left, _random));
        return (fan, due);
    }
}
