using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Checks.Linearizability;

/// <summary>Splits a history into one history per seat: what each operation did to the seat or observed of it, and the earliest and latest moment of it.</summary>
/// <param name="history">The history.</param>
/// <param name="rows">The rows, which settle reservations without a response; null where there are no rows to query.</param>
/// <param name="terms">The clock tolerance, and whether seats were free at first.</param>
internal sealed class SeatHistories(History history, SaleRows? rows, Terms terms)
{
    /// <summary>The data that the store may not have had on disk when it was killed: it writes to disk once a second, and waits another second where the disk is
    /// busy.</summary>
    private static readonly TimeSpan NotOnDisk = TimeSpan.FromSeconds(2);

    private readonly Dictionary<long, long> _holdOfSale = HoldsOfSales(history, rows);
    private readonly Dictionary<long, long> _mayBeReleased = history.Operations.Where(one => one is { OperationKind: OperationKind.Release, MayHaveChangedHolds: true, Hold: not null })
        .GroupBy(one => one.Hold!.Value).ToDictionary(releases => releases.Key, releases => releases.Min(From));

    /// <summary>Every seat with an operation, with its history.</summary>
    public IEnumerable<(long Game, Seat Seat, SeatHistory Story)> All() =>
        history.Operations.SelectMany(one => one.Seats.Select(seat => (Seat: (one.Game, seat), Operation: one)))
            .GroupBy(one => one.Seat, one => one.Operation)
            .Select(one => (one.Key.Game, one.Key.seat, new SeatHistory([.. new SeatSteps(this, one.Key.seat, [.. one]).Steps().OrderBy(step => step.From)], terms.FreeAtFirst)));

    /// <summary>The hold a sale was made from; a unique negative id where the hold is unknown.</summary>
    public long OwnerOf(long reservation) => _holdOfSale.GetValueOrDefault(reservation, -reservation);

    /// <summary>Whether the rows show that a hold was not sold; false where there are no rows.</summary>
    public bool SurelyUnsold(long hold) => rows is not null && !rows.ByHold.ContainsKey(hold);

    /// <summary>Whether the rows show that a hold was sold.</summary>
    public bool SurelySold(long hold) => rows is not null && rows.ByHold.ContainsKey(hold);

    /// <summary>
    /// The earliest moment at which a promised hold may end by itself: its deadline, or the loss of the store's data, or a release that may have taken effect.
    /// </summary>
    public long MayEnd(Operation promise)
    {
        if (promise.Deadline is not { } deadline) return From(promise);
        var lost = history.HoldLosses.Where(lost => lost.To >= promise.Invoked).Select(lost => lost.From.Ticks).DefaultIfEmpty(long.MaxValue).Min();
        return Math.Min(Math.Min((history.Since(deadline) - terms.ClockTolerance).Ticks, lost), _mayBeReleased.GetValueOrDefault(promise.Hold ?? 0, long.MaxValue));
    }

    /// <summary>When the store may still have shown a hold's seats as held although the hold was reported as expired: until its grace period was over.</summary>
    public (long From, long To) MayStillBeShown(Operation expired) => (From(expired), To(expired) + (terms.Grace + terms.ClockTolerance).Ticks);

    /// <summary>Whether the store was losing data at some moment between a hold and its use.</summary>
    public bool LostBetween(Operation hold, Operation use) => Lost(From(hold), To(use));

    /// <summary>Whether the store was losing data while the operation ran, so that the operation may have left behind what it should have taken back.</summary>
    public bool RanDuringHoldLoss(Operation one) => Lost(From(one), To(one));

    /// <summary>Until when the store may show the seats of a promised hold as held.</summary>
    public long MayBeShownUntil(Operation promise) => (history.Since(promise.Deadline!.Value) + terms.Grace + terms.ClockTolerance).Ticks;

    /// <summary>Whether the store may have lost that a hold was released or sold, and so hold its seats again.</summary>
    public bool MayComeBack(Operation end) => Lost(From(end), end.IsUnknown ? long.MaxValue : To(end) + NotOnDisk.Ticks);

    /// <summary>What a rejection observed, with the earliest moment since which it may have been stale.</summary>
    public Step MaybeStale(Step look) => look with { From = Math.Max(0, look.From - terms.AvailabilityLag.Ticks) };

    public static long From(Operation one) => one.Invoked.Ticks;

    public static long To(Operation one) => one.IsUnknown ? long.MaxValue : one.Returned!.Value.Ticks;

    private bool Lost(long from, long to) => history.HoldLosses.Any(lost => from <= lost.To.Ticks && lost.From.Ticks <= to);

    private static Dictionary<long, long> HoldsOfSales(History history, SaleRows? rows)
    {
        var holds = (rows?.Reservations ?? []).DistinctBy(row => row.Id).ToDictionary(row => row.Id, row => row.Hold);
        foreach (var sale in history.Acknowledged) holds[sale.Reservation!.Value] = sale.Hold!.Value;
        return holds;
    }
}
