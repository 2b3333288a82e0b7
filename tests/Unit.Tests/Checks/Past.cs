using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Unit.Tests.Checks;

/// <summary>A history written by hand, and the rows after it. Times in seconds since the begin, seats of grade 11 in game 1 at 100 won.</summary>
internal sealed class Past
{
    public const long Game = 1;
    public const long Grade = 11;

    private static readonly DateTime Begin = new(2027, 4, 1, 0, 0, 0, DateTimeKind.Utc);

    private readonly List<Operation> _operations = [];
    private readonly List<HoldLoss> _lost = [];
    private long _lastId;

    public Terms Terms { get; set; } = new() { ClockTolerance = TimeSpan.Zero, Grace = TimeSpan.Zero, FreeAtFirst = true };

    public IReadOnlyList<Operation> Operations => _operations;

    public History History => new(Begin, [.. _operations.OrderBy(one => one.Invoked)], _operations.Select(one => one.Account).ToHashSet(), _lost);

    public Operation Held(double from, double to, long account, long hold, double until, params int[] seats) =>
        Change(Add(OperationKind.Hold, from, to, account, seats), one => one with { OperationResult = OperationResult.Ok, Hold = hold, Deadline = At(until) });

    public Operation Renewed(double from, double to, long account, long hold, double until, params int[] seats) =>
        Change(Add(OperationKind.Renew, from, to, account, seats), one => one with { OperationResult = OperationResult.Ok, Hold = hold, Deadline = At(until) });

    public Operation Released(double from, double to, long account, long hold, params int[] seats) =>
        Change(Add(OperationKind.Release, from, to, account, seats), one => one with { OperationResult = OperationResult.Ok, Hold = hold });

    public Operation Reserved(double from, double to, long account, long hold, long reservation, params int[] seats) =>
        Change(Add(OperationKind.Reserve, from, to, account, seats), one => one with { OperationResult = OperationResult.Ok, Hold = hold, Reservation = reservation, Key = $"key-{reservation}", Total = 100 * seats.Length, Sold = [.. seats.Select(number => new SeatAtPrice(Grade, number, 100))] });

    public Operation Cancelled(double from, double to, long account, long reservation, params int[] seats) =>
        Change(Add(OperationKind.Cancel, from, to, account, seats), one => one with { OperationResult = OperationResult.Ok, Reservation = reservation });

    public Operation Blocked(double from, double to, params int[] seats) =>
        Change(Add(OperationKind.Block, from, to, 0, seats), one => one with { OperationResult = OperationResult.Ok });

    /// <summary>A hold rejected because a seat is held, sold or blocked.</summary>
    public Operation Lost(double from, double to, long account, string reason, int seat) =>
        Change(Add(OperationKind.Hold, from, to, account, [seat]), one => one with { OperationResult = OperationResult.Rejected, Code = "seat-taken", Taken = [new UnavailableSeat(Grade, seat, reason)] });

    public Operation Change(Operation one, Func<Operation, Operation> change) => Change(one, change(one));

    /// <summary>Makes an operation's outcome another one.</summary>
    public Operation Change(Operation one, Operation other)
    {
        _operations[_operations.FindLastIndex(known => known.Id == one.Id)] = other;
        return other;
    }

    public Operation Add(Operation one)
    {
        _operations.Add(one with { Id = ++_lastId });
        return _operations[^1];
    }

    public void Remove(Operation one) => _operations.RemoveAll(known => known.Id == one.Id);

    public void HoldsLost(double from, double to) => _lost.Add(new HoldLoss(TimeSpan.FromSeconds(from), TimeSpan.FromSeconds(to)));

    /// <summary>A moment of the run by the wall clock.</summary>
    public static DateTime At(double seconds) => Begin + TimeSpan.FromSeconds(seconds);

    /// <summary>The linearizability rule alone, without rows.</summary>
    public Finding Order()
    {
        var (finding, undecided) = SeatOrders.Of(History, rows: null, Terms);
        return undecided.Count == 0 ? finding : throw new InvalidOperationException(undecided[0]);
    }

    /// <summary>The rows of a correct shop.</summary>
    public SaleRows Rows()
    {
        var cancelled = _operations.Where(one => one.Cancels && one.IsOk).SelectMany(one => one.Seats.Select(seat => (one.Reservation, seat))).ToHashSet();
        List<ReservationRow> reservations =
        [
            .. from sale in History.Acknowledged
               select new ReservationRow(sale.Reservation!.Value, sale.Account, sale.Game, sale.Hold!.Value, sale.Total, Begin + sale.Invoked,
                   [.. sale.Sold.Select(seat => new SeatRow(seat.GradeId, seat.Number, seat.Price, !cancelled.Contains((sale.Reservation, seat.Seat)), cancelled.Contains((sale.Reservation, seat.Seat))))]),
        ];
        var claims = reservations.SelectMany(row => row.Seats.Where(seat => seat.Claimed).Select(seat => new ClaimRow(row.Game, seat.Grade, seat.Number, row.Id))).ToList();
        return Rows(reservations, claims, [.. claims.Select(claim => claim.Number)], _operations.Max(one => (one.Returned ?? one.Invoked).TotalSeconds));
    }

    public static SaleRows Rows(IReadOnlyList<ReservationRow> reservations, IReadOnlyList<ClaimRow> claims, IReadOnlyList<int> taken, double queriedAt)
    {
        var (sold, blocked) = (claims.Count(claim => claim.Reservation is not null), claims.Count(claim => claim.Reservation is null));
        var grade = new GradeRow(Grade, 100, sold, blocked, SeatsPerAccount: 4, SeatsPerAccountInGame: 4);
        return new SaleRows(Begin, reservations,
            [new GameRows(Game, [grade], claims, new Dictionary<long, int> { [Grade] = 100 - sold - blocked }, TimeSpan.FromSeconds(queriedAt), [.. taken.Select(number => new Seat(Grade, number))], [])]);
    }

    private Operation Add(OperationKind deed, double from, double to, long account, int[] seats) => Add(new Operation
    {
        Id = 0,
        OperationKind = deed,
        Account = account,
        Game = Game,
        Seats = [.. seats.Select(number => new Seat(Grade, number))],
        Invoked = TimeSpan.FromSeconds(from),
        Returned = TimeSpan.FromSeconds(to),
    });
}
