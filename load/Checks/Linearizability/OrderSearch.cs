namespace Dugout.Load.Checks.Linearizability;

/// <summary>The result of a search for an order.</summary>
internal enum Order
{
    /// <summary>There is an order of the steps that the model allows.</summary>
    Exists,

    /// <summary>There is no such order: the responses contradict each other.</summary>
    Contradicts,

    /// <summary>The search gave up.</summary>
    Undecided,
}

/// <summary>
/// Searches for one order of a seat's steps that respects real time and the model: linearizability. After J. M. Wing and C. Gong, "Testing and Verifying
/// Concurrent Objects" (1993), with the memory of visited configurations of G. Lowe, "Testing for Linearizability" (2017): a configuration is the set of
/// steps placed so far and the state they lead to.
/// </summary>
/// <remarks>
/// A read-only step is placed as soon as time and state allow it: an order that places it later stays valid when the step moves to the front, so no order
/// is lost, and any number of concurrent rejections costs one pass. A hold ends by itself only when that moment is not after the first response still to
/// be placed. That first response only moves forward, so the search needs no clock.
/// </remarks>
internal sealed class OrderSearch
{
    /// <summary>The move without a step: a hold ends by itself, or the state before the history gives way.</summary>
    private const int ByItself = -1;

    private readonly Step[] _steps;
    private readonly KnownOwners _known;
    private readonly bool _freeAtFirst;
    private readonly Pending _pending;
    private readonly HashSet<(UInt128 Placed, SeatState State)> _visited = [];
    private readonly UInt128[] _marks; // a random number per step: their exclusive or stands for a set of steps
    private UInt128 _placed;

    private OrderSearch(SeatHistory history)
    {
        _known = new KnownOwners(history.Steps);
        _steps = [.. ThatCanMatter(history.Steps, _known).OrderBy(step => step.From)];
        _freeAtFirst = history.FreeAtFirst;
        _pending = new Pending(_steps);
        var random = new Random(_steps.Length);
        _marks = [.. _steps.Select(step => Remembered(step) ? new UInt128((ulong)random.NextInt64(), (ulong)random.NextInt64()) : UInt128.Zero)];
    }

    /// <summary>Whether the steps fit into an order.</summary>
    /// <param name="history">The steps.</param>
    /// <param name="patience">The maximum number of configurations to visit.</param>
    public static Order Of(SeatHistory history, int patience = 2_000_000) => new OrderSearch(history).Search(patience);

    /// <summary>Drops the uncertain steps that no other step can lead to: a sale of a hold that is nowhere, a cancellation of a sale that is nowhere.</summary>
    private static IEnumerable<Step> ThatCanMatter(IReadOnlyList<Step> steps, KnownOwners known)
    {
        var held = steps.Where(step => step.Act == Act.Hold || step is { Act: Act.Renew, Certain: true }).Select(step => step.Owner).ToHashSet();
        var sold = steps.Where(step => step.Act == Act.Reserve).Select(step => step.Owner).ToHashSet();
        return steps.Where(step => step.Certain || step.Act switch
        {
            Act.Hold or Act.Block or Act.Unblock => true,
            Act.Cancel => step.Owner < 0 || sold.Contains(step.Owner),
            Act.Reserve => step.HoldMayBeLost || held.Contains(step.Owner) || known.Sold(step.Owner),
            _ => !step.IsReadOnly && held.Contains(step.Owner),
        });
    }

    /// <summary>
    /// An uncertain step only matters while its hold or sale lasts, and a hold that was certainly made lasts once: the configuration need not remember
    /// whether such a step was placed. A sale whose hold may be lost does not need its hold to last, and a renewal may be needed after another one.
    /// </summary>
    private bool Remembered(Step step) => step.Certain || step.HoldMayBeLost || step.Act is Act.Hold or Act.Renew or Act.Block or Act.Unblock || !_known.Held(step.Owner);

    /// <summary>
    /// Whether a step can lead from the unknown state to what that state doesn't allow already: any certain step, and an uncertain sale whose cancellation would else be taken for that of a later
    /// sale from the same hold.
    /// </summary>
    private bool MattersAtFirst(Step step) => step.Certain || (step.Act == Act.Reserve && _known.Sold(step.Owner));

    private Order Search(int patience)
    {
        var path = new Stack<Node>();
        var node = Enter(_freeAtFirst ? SeatState.Free : SeatState.Unknown, ByItself);
        while (!_pending.NothingLeft)
        {
            if (node.Next < node.Moves.Count)
            {
                if (patience-- == 0) return Order.Undecided;
                var (step, state) = node.Moves[node.Next++];
                path.Push(node);
                Put(step);
                node = Enter(state, step);
            }
            else
            {
                for (var i = node.Read.Count - 1; i >= 0; i--) TakeBack(node.Read[i]);
                TakeBack(node.Step);
                if (!path.TryPop(out node!)) return Order.Contradicts;
            }
        }

        return Order.Exists;
    }

    /// <summary>Enters a state: places the read-only steps that fit, and lists the possible next steps unless the configuration was visited.</summary>
    private Node Enter(SeatState state, int step)
    {
        var node = new Node(step, [], []);
        _pending.Candidates(candidate =>
        {
            if (!_steps[candidate].IsReadOnly || !state.Shows(_steps[candidate])) return;
            Put(candidate);
            node.Read.Add(candidate);
        });
        if (!_visited.Add((_placed, state))) return node;
        var firstResponse = _pending.Candidates(candidate =>
        {
            if (state.Status == Status.Unknown && !MattersAtFirst(_steps[candidate])) return;
            if (!_steps[candidate].IsReadOnly && state.After(_steps[candidate], _known) is { } after) node.Moves.Add((candidate, after));
        });
        if (state.Status == Status.Unknown || (state.Status == Status.Held && state.MayEnd <= firstResponse)) node.Moves.Add((ByItself, SeatState.Free));
        return node;
    }

    private void Put(int step)
    {
        if (step == ByItself) return;
        _pending.Remove(step);
        _placed ^= _marks[step];
    }

    private void TakeBack(int step)
    {
        if (step == ByItself) return;
        _pending.Restore(step);
        _placed ^= _marks[step];
    }

    /// <summary>A configuration on the current path: the step that led to it, the steps placed on entering, and the possible next steps.</summary>
    private sealed record Node(int Step, List<int> Read, List<(int Step, SeatState State)> Moves)
    {
        public int Next { get; set; }
    }
}
