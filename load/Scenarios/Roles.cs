using System.Collections.Concurrent;

namespace Dugout.Load.Scenarios;

/// <summary>
/// Who reads and who writes, where a scenario has both. Of the callers of a closed load so many write all the time and the others read, whichever of them is
/// slower; in an open load each flow draws.
/// </summary>
internal sealed class Roles
{
    private readonly ConcurrentQueue<bool> _free;
    private readonly int _callers;
    private readonly int _percent;

    /// <summary>Hands them out.</summary>
    /// <param name="callers">How many callers there are; null for an open load.</param>
    /// <param name="percent">Of a hundred so many write.</param>
    public Roles(int? callers, int percent)
    {
        (_callers, _percent) = (callers ?? 0, percent);
        var writers = (int)Math.Round(_callers * percent / 100.0, MidpointRounding.AwayFromZero);
        _free = new(Enumerable.Range(0, _callers).Select(caller => caller < writers));
    }

    /// <summary>A role for a flow that begins, to be given back when it ends: whether it writes.</summary>
    /// <param name="random">Draws it where none is free, as in an open load.</param>
    public bool Take(Random random)
    {
        var drawn = random.Next(100) < _percent;
        return _free.TryDequeue(out var writes) ? writes : drawn;
    }

    /// <summary>The flow has ended.</summary>
    public void GiveBack(bool writes)
    {
        if (_free.Count < _callers) _free.Enqueue(writes);
    }
}
