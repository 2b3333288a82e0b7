using Dugout.Load.Client;

namespace Dugout.Load.Rehearsals;

/// <summary>A waiting room: tickets, the draw, admission tick by tick, and the public document as fans read it. Times are seconds from the opening.</summary>
internal sealed class WaitingLine(RehearsedSale sale, Random random)
{
    /// <summary>Time from one tick to the next, the shop's default.</summary>
    private const double Tick = 1;

    /// <summary>Lifetime of a pass, the shop's default.</summary>
    private const double PassSeconds = 600;

    /// <summary>What the public document shows of the seed once it is public.</summary>
    private const string Seed = "public";

    private readonly AdmissionRule _rule = new(sale.MinRate, sale.MaxRate);
    private readonly List<WaitingRoom> _documents = [new("before", 0, 0, 0, null, null)];
    private readonly List<int> _tickets = [];
    private readonly int[] _numbers = new int[sale.Arrivals.Count];
    private readonly Queue<double> _passes = [];

    // The worker's ticks have no relation to the opening.
    private readonly double _firstTick = random.NextDouble() * Tick;
    private int _admitted;
    private bool _isDrawn;

    /// <summary>When the next tick is due.</summary>
    public double NextTick => _firstTick + ((_documents.Count - 1) * Tick);

    /// <summary>Ticks at which the number of valid passes limited the admission.</summary>
    public int LimitedByPasses { get; private set; }

    /// <summary>A fan takes a ticket.</summary>
    public void TakeTicket(int fan)
    {
        _numbers[fan] = _tickets.Count;
        _tickets.Add(fan);
    }

    /// <summary>The number of a fan; the place by arrival before the draw.</summary>
    public int NumberOf(int fan) => _numbers[fan];

    /// <summary>A pass is given out.</summary>
    public void GivePass(double now) => _passes.Enqueue(now + PassSeconds);

    /// <summary>The public document as a fan reads it: as old as two caches make it, one after the other, each up to half the greatest age.</summary>
    /// <param name="now">When it is read.</param>
    /// <param name="staleness">The greatest age, in seconds.</param>
    public WaitingRoom Read(double now, double staleness)
    {
        var age = staleness / 2 * (random.NextDouble() + random.NextDouble());
        return _documents[Math.Clamp((int)Math.Floor((now - age - _firstTick) / Tick) + 1, 0, _documents.Count - 1)];
    }

    /// <summary>Draws at the first tick, and admits at the others.</summary>
    /// <param name="now">The time.</param>
    /// <param name="isSoldOut">Whether all seats are sold.</param>
    /// <param name="isBusy">Whether the shop was busy since the last tick.</param>
    public void Move(double now, bool isSoldOut, bool isBusy)
    {
        while (_passes.TryPeek(out var end) && end <= now) _passes.Dequeue();
        if (_isDrawn)
        {
            _admitted += _rule.Next(_tickets.Count - _admitted, isSoldOut ? 0 : sale.MostPasses - _passes.Count, isBusy);
            LimitedByPasses += _rule.IsLimitedByPasses ? 1 : 0;
        }
        else
        {
            Draw();
        }

        _documents.Add(new(isSoldOut ? "soldOut" : "open", 0, _admitted, _rule.Rate, null, Seed));
    }

    private void Draw()
    {
        var numbers = Enumerable.Range(0, _tickets.Count).ToArray();
        random.Shuffle(numbers);
        foreach (var (place, number) in numbers.Index()) _numbers[_tickets[place]] = number;
        _isDrawn = true;
    }
}
