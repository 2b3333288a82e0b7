namespace Dugout.Load.Checks.OneSeat;

/// <summary>
/// The steps not placed yet, as their beginnings and ends in the order of time: a linked list out of which steps are lifted and into which they are
/// put back in reverse, both in no time.
/// </summary>
internal sealed class Pending
{
    private const int Head = 0;

    private readonly Step[] _steps;
    private readonly int[] _next;
    private readonly int[] _previous;
    private readonly int[] _begin; // a step's places in the list
    private readonly int[] _end;
    private readonly int[] _stepAt; // which step a place belongs to
    private int _certain;

    public Pending(Step[] steps)
    {
        _steps = steps;
        _certain = steps.Count(step => step.Certain);
        // At the same moment beginnings come first: what touches is concurrent.
        var events = steps.SelectMany((step, i) => step.Certain ? new[] { (Time: step.From, End: false, Step: i), (Time: step.To, End: true, Step: i) } : [(step.From, false, i)])
            .OrderBy(one => one.Time).ThenBy(one => one.End).ToArray();
        _next = new int[events.Length + 1];
        _previous = new int[events.Length + 1];
        _stepAt = new int[events.Length + 1];
        (_begin, _end) = (new int[steps.Length], new int[steps.Length]);
        for (var i = 0; i < events.Length; i++)
        {
            var place = i + 1;
            (_next[i], _previous[place]) = (place, i);
            _stepAt[place] = events[i].Step;
            (events[i].End ? _end : _begin)[events[i].Step] = place;
        }

        _next[events.Length] = Head;
        _previous[Head] = events.Length;
    }

    /// <summary>Whether every step that certainly happened is placed.</summary>
    public bool NothingLeft => _certain == 0;

    /// <summary>Shows each step that may come next: begun before the first end of one not placed. Answers when that is. A step may be removed while it is shown.</summary>
    public long Candidates(Action<int> show)
    {
        for (var place = _next[Head]; place != Head; place = _next[place])
        {
            var step = _stepAt[place];
            if (place == _end[step] && _steps[step].Certain) return _steps[step].To;
            show(step);
        }

        return long.MaxValue;
    }

    /// <summary>Takes a step out: its end first, so that whoever stands at its beginning walks on past both.</summary>
    public void Remove(int step)
    {
        if (_steps[step].Certain)
        {
            Unlink(_end[step]);
            _certain--;
        }

        Unlink(_begin[step]);
    }

    /// <summary>Puts the step back that was taken out last.</summary>
    public void Restore(int step)
    {
        Link(_begin[step]);
        if (!_steps[step].Certain) return;
        Link(_end[step]);
        _certain++;
    }

    private void Unlink(int place) => (_next[_previous[place]], _previous[_next[place]]) = (_next[place], _previous[place]);

    private void Link(int place) => (_next[_previous[place]], _previous[_next[place]]) = (place, place);
}
