namespace Dugout.Load.Checks.OneSeat;

/// <summary>What a search for an order found.</summary>
internal enum Order
{
    /// <summary>There is an order of the steps that the model allows.</summary>
    Exists,

    /// <summary>There is none: the answers contradict each other.</summary>
    Contradicts,

    /// <summary>The search was given up.</summary>
    Undecided,
}

/// <summary>
/// Looks for one order of a seat's steps that keeps real time and the model: linearizability. After J. M. Wing and C. Gong, "Testing and
/// Verifying Concurrent Objects" (1993), with the memory of visited configurations of G. Lowe, "Testing for Linearizability" (2017): a
/// configuration is the set of steps placed so far and the state they lead to.
/// </summary>
/// <remarks>
/// A step that only looks is placed as soon as it may be and fits: an order that places it later stays one when it is moved to the front, so
/// nothing is lost, and any number of concurrent refusals costs one pass. A hold ends by itself only when that moment is not after the
/// first answer still to be placed; that first answer only ever moves on, so no clock need be carried along.
/// </remarks>
internal sealed class OrderSearch
{
    /// <summary>The move that is nobody's step: a hold ends by itself, or what was before the story gives way.</summary>
    private const int ByItself = -1;

    private readonly Step[] _steps;
    private readonly KnownOwners _known;
    private readonly bool _freeAtFirst;
    private readonly Pending _pending;
    private readonly HashSet<(UInt128 Placed, SeatState State)> _visited = [];
    private readonly UInt128[] _marks; // a random number a step: their exclusive or stands for a set of steps
    private UInt128 _placed;

    private OrderSearch(SeatStory story)
    {
        _steps = [.. ThatCanMatter(story.Steps).OrderBy(step => step.From)];
        _known = new KnownOwners(_steps);
        _freeAtFirst = story.FreeAtFirst;
        _pending = new Pending(_steps);
        var random = new Random(_steps.Length);
        _marks = [.. _steps.Select(step => Remembered(step) ? new UInt128((ulong)random.NextInt64(), (ulong)random.NextInt64()) : UInt128.Zero)];
    }

    /// <summary>Whether the steps fit into an order.</summary>
    /// <param name="story">The steps.</param>
    /// <param name="patience">How many configurations may be looked at.</param>
    public static Order Of(SeatStory story, int patience = 2_000_000) => new OrderSearch(story).Search(patience);

    /// <summary>Without the steps in doubt that nothing can lead to: a sale of a hold that is nowhere, a cancellation of a sale that is nowhere.</summary>
    private static IEnumerable<Step> ThatCanMatter(IReadOnlyList<Step> steps)
    {
        var held = steps.Where(step => step.Act == Act.Hold || step is { Act: Act.Renew, Certain: true }).Select(step => step.Owner).ToHashSet();
        var sold = steps.Where(step => step.Act == Act.Reserve).Select(step => step.Owner).ToHashSet();
        return steps.Where(step => step.Certain || step.Act switch
        {
            Act.Hold or Act.Block or Act.Unblock => true,
            Act.Cancel => step.Owner < 0 || sold.Contains(step.Owner),
            _ => !step.OnlyLooks && held.Contains(step.Owner),
        });
    }

    /// <summary>
    /// A step in doubt can only matter while its hold or sale lasts, and a hold that certainly was made lasts once: whether such
    /// a step was placed need not be told apart afterwards. A sale whose hold may be lost doesn't need its hold to last.
    /// </summary>
    private bool Remembered(Step step) => step.Certain || step.HoldMayBeLost || step.Act is Act.Hold or Act.Block or Act.Unblock || !_known.Held(step.Owner);

    private Order Search(int patience)
    {
        var path = new Stack<Node>();
        var node = Enter(_freeAtFirst ? SeatState.Free : SeatState.Elsewhere, ByItself);
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
                for (var i = node.Looked.Count - 1; i >= 0; i--) TakeBack(node.Looked[i]);
                TakeBack(node.Step);
                if (!path.TryPop(out node!)) return Order.Contradicts;
            }
        }

        return Order.Exists;
    }

    /// <summary>Comes into a state: places the steps that only look and fit, and lists what may come next unless the configuration is known.</summary>
    private Node Enter(SeatState state, int step)
    {
        var node = new Node(step, [], []);
        _pending.Candidates(candidate =>
        {
            if (!_steps[candidate].OnlyLooks || !state.Shows(_steps[candidate])) return;
            Put(candidate);
            node.Looked.Add(candidate);
        });
        if (!_visited.Add((_placed, state))) return node;
        var firstAnswer = _pending.Candidates(candidate =>
        {
            // Not knowing where the seat is allows whatever a step in doubt could lead to from there.
            if (state.Place == Place.Elsewhere && !_steps[candidate].Certain) return;
            if (!_steps[candidate].OnlyLooks && state.After(_steps[candidate], _known) is { } after) node.Moves.Add((candidate, after));
        });
        if (state.Place == Place.Elsewhere || (state.Place == Place.Held && state.MayEnd <= firstAnswer)) node.Moves.Add((ByItself, SeatState.Free));
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

    /// <summary>A configuration on the way: the step that led to it, those placed on entering, and where it may go.</summary>
    private sealed record Node(int Step, List<int> Looked, List<(int Step, SeatState State)> Moves)
    {
        public int Next { get; set; }
    }
}
