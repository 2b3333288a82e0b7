namespace Dugout.Load.Checks.Linearizability;

/// <summary>
/// The steps not placed yet, as their begins and ends in the order of time: a linked list from which steps are removed, and into which they are restored in reverse order,
/// both in constant time.
/// </summary>
internal sealed class Pending
{
    private const int Head = 0;

    private readonly Step[] _steps;
    private readonly int[] _next;
    private readonly int[] _previous;
    private readonly int[] _begin; // a step's positions in the list
    private readonly int[] _end;
    private readonly int[] _stepAt; // the step of a position
    private int _certain;

    public Pending(Step[] steps)
    {
        _steps = steps;
        _certain = steps.Count(step => step.Certain);
        // At the same moment begins come first: intervals that touch are concurrent.
        var events = steps.SelectMany((step, i) => step.Certain ? new[] { (Time: step.From, End: false, Step: i), (Time: step.To, End: true, Step: i) } : [(step.From, false, i)])
            .OrderBy(one => one.Time).ThenBy(one => one.End).ToArray();
        _next = new int[events.Length + 1];
        _previous = new int[events.Length + 1];
        _stepAt = new int[events.Length + 1];
        (_begin, _end) = (new int[steps.Length], new int[steps.Length]);
        for (var i = 0; i < events.Length; i++)
        {
            var position = i + 1;
            (_next[i], _previous[position]) = (position, i);
            _stepAt[position] = events[i].Step;
            (events[i].End ? _end : _begin)[events[i].Step] = position;
        }

        _next[events.Length] = Head;
        _previous[Head] = events.Length;
    }

    /// <summary>Whether every step that certainly happened is placed.</summary>
    public bool NothingLeft => _certain == 0;

    /// <summary>Shows each possible next step: begun before the first end of a step not placed. Returns the time of that end. A step may be removed while it is
    /// shown.</summary>
    public long Candidates(Action<int> show)
    {
        for (var position = _next[Head]; position != Head; position = _next[position])
        {
            var step = _stepAt[position];
            if (position == _end[step] && _steps[step].Certain) return _steps[step].To;
            show(step);
        }

        return long.MaxValue;
    }

    /// <summary>Removes a step: its end first, so that an enumeration at its begin continues past both.</summary>
    public void Remove(int step)
    {
        if (_steps[step].Certain)
        {
            Unlink(_end[step]);
            _certain--;
        }

        Unlink(_begin[step]);
    }

    /// <summary>Restores the step removed last.</summary>
    public void Restore(int step)
    {
        Link(_begin[step]);
        if (!_steps[step].Certain) return;
        Link(_end[step]);
        _certain++;
    }

    private void Unlink(int position) => (_next[_previous[position]], _previous[_next[position]]) = (_next[position], _previous[position]);

    private void Link(int position) => (_next[_previous[position]], _previous[_next[position]]) = (position, position);
}
