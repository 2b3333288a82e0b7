using System.Collections.Concurrent;

namespace Dugout.Load.Scenarios;

/// <summary>
/// Assigns readers and writers, where a scenario has both. In a closed load a fixed number of callers write all the time and the others read, whichever of
/// them is slower; in an open load each iteration draws its role.
/// </summary>
internal sealed class Roles
{
    private readonly ConcurrentQueue<bool> _free;
    private readonly int _callers;
    private readonly int _percent;

    /// <summary>Creates the roles.</summary>
    /// <param name="callers">The number of callers; null for an open load.</param>
    /// <param name="percent">The percentage that writes.</param>
    public Roles(int? callers, int percent)
    {
        (_callers, _percent) = (callers ?? 0, percent);
        var writers = (int)Math.Round(_callers * percent / 100.0, MidpointRounding.AwayFromZero);
        _free = new(Enumerable.Range(0, _callers).Select(caller => caller < writers));
    }

    /// <summary>Takes a role for an iteration that begins, to be returned when it ends: whether it writes.</summary>
    /// <param name="random">Draws the role where none is free, as in an open load.</param>
    public bool Take(Random random)
    {
        var drawn = random.Next(100) < _percent;
        return _free.TryDequeue(out var writes) ? writes : drawn;
    }

    /// <summary>Returns the role of an iteration that has ended.</summary>
    public void GiveBack(bool writes)
    {
        if (_free.Count < _callers) _free.Enqueue(writes);
    }
}
