using Dugout.Features.WaitingRooms;
using Dugout.Load.Client;

namespace Dugout.Load.Rehearsals;

/// <summary>A waiting room: tickets, the draw, admission tick by tick, and the public document as fans read it. Times are seconds from the opening.</summary>
internal sealed class WaitingLine(RehearsedSale sale, Random random)
{
    /// <summary>Time from one tick to the next, the shop's default.</summary>
    private const double Tick = 1;

    /// <summary>Lifetime of a pass, the shop's default.</summary>
    private const double PassSeconds = 600;

    /// <summary>How long a fan counts as active before fetching the pass, in ticks, the shop's default.</summary>
    private const int ReactTicks = 10;

    /// <summary>What the public document shows of the seed once it is public.</summary>
    private const string Seed = "public";

    private readonly AdmissionWindow _window = new(sale.MinRate, isStarting: true);
    private readonly List<WaitingRoom> _documents = [new("before", 0, 0, 0, null, null)];
    private readonly List<int> _tickets = [];
    private readonly int[] _numbers = new int[sale.Arrivals.Count];
    private readonly Queue<(double End, int Fan)> _passes = [];
    private readonly bool[] _hasSeats = new bool[sale.Arrivals.Count];
    private readonly bool[] _isExchanged = new bool[sale.Arrivals.Count];

    // The worker's ticks have no relation to the opening.
    private readonly double _firstTick = random.NextDouble() * Tick;
    private double _rate = sale.MinRate;
    private int _admitted;
    private int _withoutSeats;
    private bool _isDrawn;

    /// <summary>When the next tick is due.</summary>
    public double NextTick => _firstTick + ((_documents.Count - 1) * Tick);

    /// <summary>Ticks at which the number of active fans limited the admission.</summary>
    public int LimitedByActive { get; private set; }

    /// <summary>A fan takes a ticket.</summary>
    public void TakeTicket(int fan)
    {
        _numbers[fan] = _tickets.Count;
        _tickets.Add(fan);
    }

    /// <summary>The number of a fan; the place by arrival before the draw.</summary>
    public int NumberOf(int fan) => _numbers[fan];

    /// <summary>A fan gets the pass.</summary>
    public void GivePass(int fan, double now)
    {
        _passes.Enqueue((now + PassSeconds, fan));
        _isExchanged[_numbers[fan]] = true;
        _withoutSeats++;
    }

    /// <summary>A fan with a pass has bought seats, and makes room for the next.</summary>
    public void Buy(int fan)
    {
        _hasSeats[fan] = true;
        _withoutSeats--;
    }

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
    /// <param name="strain">How the shop coped since the last tick.</param>
    public void Move(double now, bool isSoldOut, AdmissionWindow.Strain strain)
    {
        while (_passes.TryPeek(out var pass) && pass.End <= now) _withoutSeats -= _hasSeats[_passes.Dequeue().Fan] ? 0 : 1;
        if (!_isDrawn)
        {
            Draw();
        }
        else if (_tickets.Count > _admitted)
        {
            var active = _withoutSeats + OnTheirWay;
            var step = _window.Next(sale.MinRate, sale.MaxRate, new(TimeSpan.FromSeconds(Tick), _tickets.Count - _admitted, active, isSoldOut ? 0 : sale.MaxActive - active, strain));
            _admitted += step.Numbers;
            _rate = step.Rate;
            LimitedByActive += step.Reason == "active" ? 1 : 0;
        }

        _documents.Add(new(isSoldOut ? "soldOut" : "open", 0, _admitted, _rate, null, Seed));
    }

    /// <summary>Fans admitted lately who have not fetched their pass.</summary>
    private int OnTheirWay => _isExchanged.AsSpan(_documents[Math.Max(0, _documents.Count - ReactTicks)].Admitted.._admitted).Count(false);

    private void Draw()
    {
        var numbers = Enumerable.Range(0, _tickets.Count).ToArray();
        random.Shuffle(numbers);
        foreach (var (place, number) in numbers.Index()) _numbers[_tickets[place]] = number;
        _isDrawn = true;
    }
}
