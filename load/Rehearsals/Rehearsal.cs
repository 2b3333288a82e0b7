using Dugout.Features.WaitingRooms;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Rehearsals;

/// <summary>
/// A simulated opening of a sale. Fans arrive, wait as the page does, are admitted, read the taken seats, hold one or two, and reserve them or abandon the hold. The same model, sale and seed
/// give the same result. Times are seconds from the opening.
/// </summary>
internal sealed class Rehearsal
{
    /// <summary>The p99 of holds and reservations above which the shop is busy, the shop's default (<c>WaitingRoomsOptions.BusyMilliseconds</c>). Its other reasons to be busy are not simulated.</summary>
    private const double BusySeconds = 0.5;

    /// <summary>How long the shop may work on after the last fan's patience.</summary>
    private const double LongestEnd = 3_600;

    private static readonly double Staleness = OpeningMinute.Staleness.TotalSeconds;

    private readonly RehearsalModel _model;
    private readonly RehearsedSale _sale;
    private readonly Random _random;
    private readonly Calendar _calendar;
    private readonly ShopQueue _shop;
    private readonly WaitingLine _line;
    private readonly SeatMap _seats;
    private readonly Fan[] _fans;
    private readonly Queue<(double At, int First, int Second)> _abandoned = [];
    private readonly List<double> _durations = [];
    private readonly List<(int Number, double Wait)> _waits = [];
    private readonly int[] _roomReads;
    private readonly double _from;
    private int _present;
    private int _sold;
    private RehearsalResult _result = new() { Waits = [] };

    private Rehearsal(RehearsalModel model, RehearsedSale sale)
    {
        (_model, _sale, _random) = (model, sale, new Random(sale.Seed));
        _from = Math.Min(0, sale.Arrivals.Count > 0 ? sale.Arrivals[0] : 0);
        var until = sale.Until ?? Math.Max(0, sale.Arrivals.Count > 0 ? sale.Arrivals[^1] : 0) + sale.PatienceSeconds + sale.HoldSeconds + LongestEnd;
        _calendar = new(sale.Arrivals.Count, _from, until);
        _shop = new(model.CarriedBy(sale.Replicas), _from, until);
        _roomReads = new int[(int)Math.Ceiling(until - _from) + 1];
        (_line, _seats, _fans) = (new(sale, _random), new(sale.Seats), new Fan[sale.Arrivals.Count]);
        _present = _fans.Length;
    }

    private enum Stage : byte
    {
        Arriving,
        TakingTicket,
        Waiting,
        Exchanging,
        ReadingTaken,
        Holding,
        Reserving,
    }

    /// <summary>Simulates a sale until all seats are sold, or no fan is left.</summary>
    public static RehearsalResult Run(RehearsalModel model, RehearsedSale sale) => new Rehearsal(model, sale).Run();

    private RehearsalResult Run()
    {
        for (var fan = 0; fan < _fans.Length; fan++) _calendar.Schedule(fan, _sale.Arrivals[fan]);
        for (; !_calendar.IsOver && _present > 0 && _sold < _sale.Seats; _calendar.Advance())
        {
            while (_sale.HasRoom && _line.NextTick <= _calendar.Now) Tick(_line.NextTick);
            while (_abandoned.TryPeek(out var hold) && hold.At <= _calendar.Now) Release();
            while (_sold < _sale.Seats && _calendar.TryTake(out var fan, out var now)) Continue(fan, now);
        }

        return _result with
        {
            Sold = _sold,
            PeakUtilization = _shop.PeakUtilization,
            LongestQueue = _shop.LongestQueue,
            PeakRoomReads = _roomReads.Max(),
            SecondsLimitedByActive = _line.LimitedByActive,
            Waits = [.. _waits.OrderBy(wait => wait.Number)],
        };
    }

    private void Tick(double now)
    {
        _durations.Sort();
        var p99 = _durations.Count == 0 ? 0 : _durations[(int)Math.Ceiling(_durations.Count * 0.99) - 1];
        _durations.Clear();
        _line.Move(now, _sold == _sale.Seats, AdmissionWindow.StrainOf(p99, BusySeconds));
    }

    private void Release()
    {
        var (_, first, second) = _abandoned.Dequeue();
        _seats.Release(first, second);
    }

    /// <summary>A fan's response, or the end of its pause.</summary>
    private void Continue(int fan, double now)
    {
        switch (_fans[fan].Stage)
        {
            case Stage.Arriving: Arrive(fan, now); break;
            case Stage.TakingTicket:
                _line.TakeTicket(fan);
                Poll(fan, now);
                break;
            case Stage.Waiting: Poll(fan, now); break;
            case Stage.Exchanging: Admit(fan, now); break;
            case Stage.ReadingTaken: Choose(fan, now); break;
            case Stage.Holding: Hold(fan, now); break;
            default: Buy(fan, now); break;
        }
    }

    private void Arrive(int fan, double now)
    {
        if (_sale.HasRoom) Request(fan, Stage.TakingTicket, _model.Ticket, now);
        else if (now < 0) _calendar.Schedule(fan, 0);
        else ReadTaken(fan, now);
    }

    /// <summary>Reads the public document, as <see cref="OpeningMinute"/> and the page do.</summary>
    private void Poll(int fan, double now)
    {
        var deadline = Deadline(fan);
        if (now >= deadline)
        {
            GiveUp();
            return;
        }

        _shop.Serve(now, _model.RoomReadWork, 0);
        _roomReads[Math.Clamp((int)(now - _from), 0, _roomReads.Length - 1)]++;
        var room = _line.Read(now, Staleness);
        var ahead = room.Seed is null ? null : _line.NumberOf(fan) - (int?)room.Admitted;
        if (ahead < 0)
        {
            Request(fan, Stage.Exchanging, _model.Pass, now);
            return;
        }

        var pause = PagePolls.Pause(room, ahead, TimeSpan.FromSeconds(-now), _random).TotalSeconds;
        _fans[fan].Stage = Stage.Waiting;
        _calendar.Schedule(fan, Math.Min(now + pause, deadline));
    }

    private void Admit(int fan, double now)
    {
        _line.GivePass(fan, now);
        if (now > Deadline(fan))
        {
            GiveUp();
            return;
        }

        _waits.Add((_line.NumberOf(fan), now - Math.Max(0, _sale.Arrivals[fan])));
        ReadTaken(fan, now);
    }

    private void ReadTaken(int fan, double now) => Request(fan, Stage.ReadingTaken, _model.Taken, now);

    private void Choose(int fan, double now)
    {
        if (!_sale.HasRoom && _fans[fan].Tries == 0)
        {
            if (now > Deadline(fan))
            {
                GiveUp();
                return;
            }

            _waits.Add((fan, now - Math.Max(0, _sale.Arrivals[fan])));
        }

        if (_seats.Free == 0)
        {
            FindNone();
            return;
        }

        (_fans[fan].First, _fans[fan].Second) = _seats.Choose(_random);
        Request(fan, Stage.Holding, _model.Hold, now);
    }

    private void Hold(int fan, double now)
    {
        ref var state = ref _fans[fan];
        _durations.Add(now - state.SentAt);
        _result = _result with { Holds = _result.Holds + 1 };
        if (_seats.TryTake(state.First, state.Second) == 0)
        {
            if (++state.Tries < OpeningMinute.MostTries) ReadTaken(fan, now);
            else FindNone();
            return;
        }

        if (_seats.Free == 0 && _result.TakenAfter is null) _result = _result with { TakenAfter = now };
        if (_random.Next(100) < _sale.AbandonPercent)
        {
            _abandoned.Enqueue((now + _sale.HoldSeconds, state.First, state.Second));
            _result = _result with { Abandoned = _result.Abandoned + 1 };
            _present--;
            return;
        }

        Request(fan, Stage.Reserving, _model.Reserve, now);
    }

    private void Buy(int fan, double now)
    {
        _durations.Add(now - _fans[fan].SentAt);
        _sold += _fans[fan].Second == SeatMap.None ? 1 : 2;
        if (_sale.HasRoom) _line.Buy(fan);
        _result = _result with { Buyers = _result.Buyers + 1 };
        if (_sold >= _sale.Seats * OpeningRecord.Most && _result.NineTenthsAfter is null) _result = _result with { NineTenthsAfter = now };
        if (_sold == _sale.Seats) _result = _result with { SoldOutAfter = now };
        _present--;
    }

    private void GiveUp()
    {
        _result = _result with { GaveUp = _result.GaveUp + 1 };
        _present--;
    }

    private void FindNone()
    {
        _result = _result with { FoundNone = _result.FoundNone + 1 };
        _present--;
    }

    private void Request(int fan, Stage stage, StepTime step, double now)
    {
        (_fans[fan].Stage, _fans[fan].SentAt) = (stage, now);
        _calendar.Schedule(fan, _shop.Serve(now, _model.WorkOf(step), step.Sample(_random)));
    }

    private double Deadline(int fan) => Math.Max(0, _sale.Arrivals[fan]) + _sale.PatienceSeconds;

    private struct Fan
    {
        public Stage Stage;
        public byte Tries;
        public int First;
        public int Second;
        public double SentAt;
    }
}
