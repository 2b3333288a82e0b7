using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Checks.OneSeat;

/// <summary>Tells a history as the stories of its seats: what each operation did to each of them, or saw, and when at the earliest and latest.</summary>
/// <param name="history">The history.</param>
/// <param name="rows">The rows, which know what became of reservations nobody was told of; null where there are none to ask.</param>
/// <param name="terms">How far clocks may be apart, and whether seats were free at first.</param>
internal sealed class SeatStories(History history, SaleRows? rows, Terms terms)
{
    /// <summary>What the store may not have had on its disk yet when it ended: it writes there once a second, and waits for another one where the disk is busy.</summary>
    private static readonly TimeSpan NotOnDisk = TimeSpan.FromSeconds(2);

    private readonly Dictionary<long, long> _holdOfSale = HoldsOfSales(history, rows);
    private readonly Dictionary<long, long> _mayBeReleased = history.Operations.Where(one => one is { OperationKind: OperationKind.Release, MayHaveTouchedHolds: true, Hold: not null })
        .GroupBy(one => one.Hold!.Value).ToDictionary(releases => releases.Key, releases => releases.Min(From));

    /// <summary>Every seat somebody asked something of, with its story.</summary>
    public IEnumerable<(long Game, Seat Seat, SeatStory Story)> All() =>
        history.Operations.SelectMany(one => one.Seats.Select(seat => (Seat: (one.Game, seat), Operation: one)))
            .GroupBy(one => one.Seat, one => one.Operation)
            .Select(one => (one.Key.Game, one.Key.seat, new SeatStory([.. new OneSeatsOperations(this, one.Key.seat, [.. one]).Steps().OrderBy(step => step.From)], terms.FreeAtFirst)));

    /// <summary>The hold a sale was made from; a name of its own where nobody knows.</summary>
    public long OwnerOf(long reservation) => _holdOfSale.GetValueOrDefault(reservation, -reservation);

    /// <summary>Whether the rows say that nothing came of a hold's reservations; false where there are none to ask.</summary>
    public bool SurelyUnsold(long hold) => rows is not null && !rows.ByHold.ContainsKey(hold);

    /// <summary>Whether the rows say that a hold was sold.</summary>
    public bool SurelySold(long hold) => rows is not null && rows.ByHold.ContainsKey(hold);

    /// <summary>
    /// The earliest moment at which what an operation promised may end by itself: its deadline, or the loss of the store's data, or a release
    /// that may have taken effect.
    /// </summary>
    public long MayEnd(Operation promise)
    {
        if (promise.Deadline is not { } deadline) return From(promise);
        var lost = history.LostHolds.Where(lost => lost.To >= promise.Invoked).Select(lost => lost.From.Ticks).DefaultIfEmpty(long.MaxValue).Min();
        return Math.Min(Math.Min((history.Since(deadline) - terms.ClockTolerance).Ticks, lost), _mayBeReleased.GetValueOrDefault(promise.Hold ?? 0, long.MaxValue));
    }

    /// <summary>Whether the store was losing its data at some moment between a hold and what was made of it.</summary>
    public bool LostBetween(Operation hold, Operation use) => Lost(From(hold), To(use));

    /// <summary>Whether the store was losing its data while the operation ran, so that it may have left behind what it should have taken back.</summary>
    public bool MetALoss(Operation one) => Lost(From(one), To(one));

    /// <summary>Whether the store may have lost that a hold was let go, and so hold its seats again.</summary>
    public bool MayComeBack(Operation release) => Lost(From(release), To(release) + NotOnDisk.Ticks);

    /// <summary>What a refusal saw, since when it may have been out of date.</summary>
    public Step SeenInTheGate(Step look) => look with { From = Math.Max(0, look.From - terms.GateLag.Ticks) };

    public static long From(Operation one) => one.Invoked.Ticks;

    public static long To(Operation one) => one.IsUnknown ? long.MaxValue : one.Returned!.Value.Ticks;

    private bool Lost(long from, long to) => history.LostHolds.Any(lost => from <= lost.To.Ticks && lost.From.Ticks <= to);

    private static Dictionary<long, long> HoldsOfSales(History history, SaleRows? rows)
    {
        var holds = (rows?.Reservations ?? []).DistinctBy(row => row.Id).ToDictionary(row => row.Id, row => row.Hold);
        foreach (var sale in history.Acknowledged) holds[sale.Reservation!.Value] = sale.Hold!.Value;
        return holds;
    }
}
