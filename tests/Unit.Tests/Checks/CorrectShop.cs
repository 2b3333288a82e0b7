using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Unit.Tests.Checks;

/// <summary>
/// A correct shop with several concurrent clients in simulated time. An operation is sent, takes effect in one or two
/// later moments, and gets its response after them; responses are lost, holds expire, and sometimes the hold store loses its data.
/// </summary>
internal sealed class CorrectShop(int seed, int operations)
{
    private const int Seats = 6;
    private const int Clients = 8;
    private const int Allowed = 4;
    private const double HoldSeconds = 5;

    private readonly Random _random = new(seed);
    private readonly Dictionary<long, HoldInStore> _store = [];
    private readonly Dictionary<int, long> _sold = []; // seat to reservation
    private readonly Dictionary<long, Sale> _sales = [];
    private readonly Dictionary<(long Account, string Key), long> _keys = [];
    private readonly List<Action> _forgotten = []; // effects whose client has given up waiting
    private double _now;
    private long _lastId;

    /// <summary>What the clients saw.</summary>
    public Past Past { get; } = new();

    /// <summary>Runs the clients, and returns the rows at the end.</summary>
    public SaleRows Run()
    {
        Client[] clients = [.. Enumerable.Range(1, Clients).Select(account => new Client(account))];
        for (var sent = 0; sent < operations || clients.Any(client => client.Next.Count > 0);)
        {
            _now += _random.NextDouble() * 0.05;
            if (_random.Next(400) == 0) LoseTheHolds();
            if (_forgotten.Count > 0 && _random.Next(50) == 0) Happen(_random.Next(_forgotten.Count));
            var client = clients[_random.Next(Clients)];
            if (client.Next.TryDequeue(out var moment)) moment();
            else if (sent++ < operations) Act(client);
        }

        return Past.Rows(
            [.. _sales.Select(sale => new ReservationRow(sale.Key, sale.Value.Account, Past.Game, sale.Value.Hold, 100 * sale.Value.Seats.Length, Past.At(sale.Value.At),
                [.. sale.Value.Seats.Select(seat => new SeatRow(Past.Grade, seat, 100, Claimed: Has(sale.Key, seat), Cancelled: !Has(sale.Key, seat)))]))],
            [.. _sold.Select(seat => new ClaimRow(Past.Game, Past.Grade, seat.Key, seat.Value))],
            [.. _sold.Keys.Concat(Live().SelectMany(hold => hold.Seats)).Distinct()],
            _now);
    }

    private void Act(Client client)
    {
        var seat = _random.Next(Seats) + 1;
        Action act = _random.Next(10) switch
        {
            < 3 when client.Holds.Count > 0 => () => Reserve(client, One(client.Holds), $"key {++_lastId}"),
            3 when client.Holds.Count > 0 => () => Release(client, One(client.Holds)),
            4 when client.Holds.Count > 0 => () => Renew(client, One(client.Holds)),
            5 when client.Keys.Count > 0 => () => Repeat(client, One(client.Keys)),
            < 8 when client.Sales.Count > 0 => () => Cancel(client, One(client.Sales)),
            _ => () => Hold(client, _random.Next(3) == 0 ? [seat, (seat % Seats) + 1] : [seat]),
        };
        act();
    }

    private void Hold(Client client, int[] wanted)
    {
        HoldInStore? made = null;
        UnavailableSeat[] taken = [];
        var limit = false;
        Send(client, OperationKind.Hold, wanted, sent => sent,
            () =>
            {
                taken = [.. wanted.Where(_sold.ContainsKey).Select(seat => new UnavailableSeat(Past.Grade, seat, "sold")), .. wanted.Where(IsHeld).Select(seat => new UnavailableSeat(Past.Grade, seat, "held"))];
                if (taken.Length == 0) _store.Add(++_lastId, made = new HoldInStore(_lastId, client.Account, wanted, _now + HoldSeconds));
            },
            () =>
            {
                // The store is changed before the limit is checked: a request in between sees a hold that is about to be released.
                limit = made is not null && SoldTo(client.Account) + Live().Where(hold => hold.Account == client.Account).Sum(hold => hold.Seats.Length) > Allowed;
                if (limit) _store.Remove(made!.Id);
            },
            sent =>
            {
                if (made is null) return sent with { OperationResult = OperationResult.Rejected, Code = "seat-taken", Taken = taken };
                if (limit) return sent with { OperationResult = OperationResult.Rejected, Code = "limit-reached" };
                client.Holds.Add(made);
                return sent with { OperationResult = OperationResult.Ok, Hold = made.Id, Deadline = Past.At(made.Until) };
            });
    }

    private void Repeat(Client client, (HoldInStore Hold, string Key) sent) => Reserve(client, sent.Hold, sent.Key);

    private void Reserve(Client client, HoldInStore hold, string key)
    {
        var (reservation, error) = (0L, "");
        client.Keys.Add((hold, key));
        Send(client, OperationKind.Reserve, hold.Seats, sent => sent with { Hold = hold.Id, Key = key },
            () =>
            {
                if (_keys.TryGetValue((client.Account, key), out reservation)) return;
                error = !_store.TryGetValue(hold.Id, out var live) || !IsLive(live) ? "hold-expired" : live.IsBeingBought ? "in-progress" : "";
                // A hold that is being bought does not end meanwhile, unless the store loses it.
                if (error.Length == 0) _store[hold.Id] = live! with { IsBeingBought = true };
            },
            () =>
            {
                if (error.Length > 0 || reservation > 0) return;
                error = hold.Seats.Any(_sold.ContainsKey) ? "seat-taken" : SoldTo(client.Account) + hold.Seats.Length > Allowed ? "limit-reached" : "";
                if (error.Length > 0)
                {
                    if (_store.TryGetValue(hold.Id, out var live)) _store[hold.Id] = live with { IsBeingBought = false };
                    return;
                }

                _store.Remove(hold.Id);
                reservation = _keys[(client.Account, key)] = 1_000_000 + hold.Id;
                _sales.Add(reservation, new Sale(client.Account, hold.Id, hold.Seats, _now));
                foreach (var seat in hold.Seats) _sold.Add(seat, reservation);
            },
            sent =>
            {
                if (error.Length > 0) return sent with { OperationResult = OperationResult.Rejected, Code = error };
                client.Sales.Add((reservation, hold.Seats));
                return sent with { OperationResult = OperationResult.Ok, Reservation = reservation, Total = 100 * hold.Seats.Length, Sold = [.. hold.Seats.Select(seat => new SeatAtPrice(Past.Grade, seat, 100))] };
            });
    }

    private void Release(Client client, HoldInStore hold)
    {
        var isBeingBought = false;
        Send(client, OperationKind.Release, hold.Seats, sent => sent with { Hold = hold.Id },
            () =>
            {
                isBeingBought = _store.TryGetValue(hold.Id, out var live) && live.IsBeingBought;
                if (!isBeingBought) _store.Remove(hold.Id);
            },
            () => { },
            sent => isBeingBought ? sent with { OperationResult = OperationResult.Rejected, Code = "in-progress" } : sent with { OperationResult = OperationResult.Ok });
    }

    private void Renew(Client client, HoldInStore hold)
    {
        double? until = null;
        Send(client, OperationKind.Renew, hold.Seats, sent => sent with { Hold = hold.Id },
            () =>
            {
                if (!_store.TryGetValue(hold.Id, out var live) || !IsLive(live)) return;
                until = _now + HoldSeconds;
                _store[hold.Id] = live with { Until = until.Value };
            },
            () => { },
            sent => until is { } deadline ? sent with { OperationResult = OperationResult.Ok, Deadline = Past.At(deadline) } : sent with { OperationResult = OperationResult.Rejected, Code = "hold-expired" });
    }

    private void Cancel(Client client, (long Reservation, int[] Seats) sale)
    {
        var alone = sale.Seats.Length > 1 && _random.Next(2) == 0;
        int[] of = alone ? [One([.. sale.Seats])] : sale.Seats;
        var freed = 0;
        Send(client, alone ? OperationKind.CancelSeat : OperationKind.Cancel, of, sent => sent with { Reservation = sale.Reservation },
            () => freed = of.Count(seat => Has(sale.Reservation, seat) && _sold.Remove(seat)),
            () => { },
            sent => freed > 0 ? sent with { OperationResult = OperationResult.Ok } : sent with { OperationResult = OperationResult.Rejected, Code = "already-cancelled" });
    }

    /// <summary>Records the request and schedules its effects and response, or a lost response with or without effects, soon or late.</summary>
    private void Send(Client client, OperationKind deed, int[] seats, Func<Operation, Operation> about, Action first, Action second, Func<Operation, Operation> response)
    {
        var sent = Past.Add(about(new Operation { Id = 0, OperationKind = deed, Account = client.Account, Game = Past.Game, Seats = [.. seats.Select(seat => new Seat(Past.Grade, seat))], Invoked = TimeSpan.FromSeconds(_now), Code = "timeout" }));
        switch (_random.Next(40))
        {
            case 0: // the request was lost
                break;
            case 1: // takes effect after its client has timed out
                _forgotten.Add(() => { first(); second(); });
                break;
            case 2: // the response is lost
                client.Next.Enqueue(first);
                client.Next.Enqueue(second);
                break;
            default:
                client.Next.Enqueue(first);
                client.Next.Enqueue(second);
                client.Next.Enqueue(() => Past.Change(sent, response(sent) with { Returned = TimeSpan.FromSeconds(_now) }));
                break;
        }
    }

    private void Happen(int which)
    {
        _forgotten[which]();
        _forgotten.RemoveAt(which);
    }

    private void LoseTheHolds()
    {
        Past.HoldsLost(_now, _now);
        _store.Clear();
    }

    private IEnumerable<HoldInStore> Live() => _store.Values.Where(IsLive);

    private bool IsLive(HoldInStore hold) => hold.Until > _now || hold.IsBeingBought;

    private bool IsHeld(int seat) => Live().Any(hold => hold.Seats.Contains(seat));

    private bool Has(long reservation, int seat) => _sold.GetValueOrDefault(seat) == reservation;

    private int SoldTo(long account) => _sold.Values.Count(reservation => _sales[reservation].Account == account);

    private T One<T>(List<T> choice) => choice[_random.Next(choice.Count)];

    private sealed record HoldInStore(long Id, long Account, int[] Seats, double Until)
    {
        public bool IsBeingBought { get; init; }
    }

    private sealed record Sale(long Account, long Hold, int[] Seats, double At);

    /// <summary>A client that sends one operation after another, its pending effects, and what it knows.</summary>
    private sealed record Client(long Account)
    {
        public Queue<Action> Next { get; } = [];

        public List<HoldInStore> Holds { get; } = [];

        public List<(HoldInStore Hold, string Key)> Keys { get; } = [];

        public List<(long Reservation, int[] Seats)> Sales { get; } = [];
    }
}
