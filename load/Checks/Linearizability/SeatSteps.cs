using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Checks.Linearizability;

/// <summary>Converts the operations on one seat to the steps of its history.</summary>
internal sealed class SeatSteps(SeatHistories histories, Seat seat, IReadOnlyList<Operation> operations)
{
    private readonly Dictionary<long, Operation> _holds = operations.Where(one => one is { OperationKind: OperationKind.Hold, IsOk: true }).DistinctBy(one => one.Hold).ToDictionary(one => one.Hold!.Value);
    private readonly List<Operation> _sales = [.. operations.Where(one => one.OperationKind == OperationKind.Reserve)];

    /// <summary>The steps, unordered.</summary>
    public IEnumerable<Step> Steps() => [.. Holds(), .. Sales(), .. Cancellations(), .. Operators(), .. Rejections()];

    // Holds, releases and renewals without an acknowledgement need no step: a hold without a known id can end at any moment and only explains
    // rejections, a release is one more moment at which its hold may end, a renewal makes nothing end sooner.
    private IEnumerable<Step> Holds() =>
        from one in operations
        where one is { IsOk: true, OperationKind: OperationKind.Hold or OperationKind.Renew or OperationKind.Release }
        let step = StepOf(one, one.OperationKind switch { OperationKind.Hold => Act.Hold, OperationKind.Renew => Act.Renew, _ => Act.Release }, one.Hold!.Value) with { MayEnd = histories.MayEnd(one) }
        select one.OperationKind == OperationKind.Release && histories.MayComeBack(one) ? step.AsUncertain() : step;

    /// <summary>A repeat with the same key is the same sale: it happened after the first request and before the first response.</summary>
    private IEnumerable<Step> Sales()
    {
        foreach (var ofHold in _sales.Where(sale => sale.MayBeDone).GroupBy(sale => sale.Hold!.Value))
        {
            var acknowledged = ofHold.Where(sale => sale.IsOk).GroupBy(sale => (sale.Account, Key: sale.Key ?? $"#{sale.Id}", sale.Reservation)).ToList();
            foreach (var repeats in acknowledged)
            {
                var requests = ofHold.Where(sale => sale.Account == repeats.Key.Account && sale.Key == repeats.First().Key && (sale.Key is not null || sale == repeats.First()));
                yield return Sale(repeats.MinBy(SeatHistories.To)!, ofHold.Key) with { From = requests.Min(SeatHistories.From) };
            }

            if (acknowledged.Count > 0 || histories.SurelyUnsold(ofHold.Key)) continue;
            var first = Sale(ofHold.MinBy(SeatHistories.From)!, ofHold.Key);
            yield return histories.SurelySold(ofHold.Key) ? first : first.AsUncertain();
        }
    }

    private Step Sale(Operation sale, long hold) => StepOf(sale, Act.Reserve, hold) with
    {
        HoldMayBeLost = _holds.TryGetValue(hold, out var one) && histories.LostBetween(one, sale),
    };

    /// <summary>A sale's seat is freed once. After a cancellation of the seat alone, a cancellation of the whole reservation finds nothing to free.</summary>
    private IEnumerable<Step> Cancellations()
    {
        foreach (var ofSale in operations.Where(one => one.Cancels && one.MayBeDone).GroupBy(one => histories.OwnerOf(one.Reservation!.Value)))
        {
            var alone = ofSale.Any(one => one.OperationKind == OperationKind.CancelSeat);
            var acknowledged = ofSale.Where(one => one.IsOk).Select(one => StepOf(one, Act.Cancel, ofSale.Key) with { MayBeNoOp = one.OperationKind == OperationKind.Cancel && alone }).ToList();
            foreach (var step in acknowledged) yield return step;
            if (acknowledged.All(step => step.MayBeNoOp) && ofSale.Where(one => one.IsUnknown).MinBy(SeatHistories.From) is { } first)
                yield return StepOf(first, Act.Cancel, ofSale.Key).AsUncertain();
        }
    }

    private IEnumerable<Step> Operators() =>
        from one in operations
        where one is { OperationKind: OperationKind.Block or OperationKind.Unblock, MayBeDone: true }
        let step = StepOf(one, one.OperationKind == OperationKind.Block ? Act.Block : Act.Unblock, 0)
        select one.IsOk ? step : step.AsUncertain();

    /// <summary>
    /// What rejections observed, unless a failed attempt may have shown them another state for a moment: a hold is tried in the store before the rows
    /// are queried, and is taken back when the rows reject it. Nor does "held" tell anything where the store has lost that a hold was sold: it shows the hold until its end, also after the
    /// sale was cancelled.
    /// </summary>
    private IEnumerable<Step> Rejections()
    {
        var holds = operations.Where(one => one is { OperationKind: OperationKind.Hold, IsOk: false }).ToList();
        var tried = new IntervalSet(holds.Where(one => one.OperationResult == OperationResult.Rejected && !(one.Taken.Count > 0 && one.Taken.All(taken => taken.Reason == "held"))).Select(IntervalOf));
        var lapsing = new IntervalSet(operations.Where(one => one.Code == "hold-expired").Select(histories.MayStillBeShown));
        var back = new IntervalSet(_sales.Where(sale => sale.MayBeDone && histories.MayComeBack(sale)).Select(sale => (SeatHistories.From(sale), ShownUntil(sale.Hold!.Value))));
        var mayHold = holds.Where(one => one.MayHaveChangedHolds || histories.RanDuringHoldLoss(one)).Select(SeatHistories.From).DefaultIfEmpty(long.MaxValue).Min();
        var triedSales = new IntervalSet(_sales.Where(one => !one.MayBeDone).Select(IntervalOf));

        foreach (var one in operations.Where(one => one.OperationResult == OperationResult.Rejected))
        {
            var (from, to) = IntervalOf(one);
            var reason = one.OperationKind == OperationKind.Hold ? one.Taken.FirstOrDefault(taken => taken.Seat == seat)?.Reason : null;
            if (reason == "held" && to < mayHold && !tried.Overlaps(from, to) && !lapsing.Overlaps(from, to) && !back.Overlaps(from, to)) yield return StepOf(one, Act.SawHeld, 0);
            else if (reason == "sold" && !triedSales.Overlaps(from, to)) yield return histories.MaybeStale(StepOf(one, Act.SawSold, 0));
            else if (reason == "blocked") yield return histories.MaybeStale(StepOf(one, Act.SawBlocked, 0));
            else if (one.Code == "hold-expired" && !BesideAnAttempt(one)) yield return StepOf(one, Act.SawHoldGone, one.Hold!.Value);
            else if (one.Cancels && one.Code == "already-cancelled") yield return StepOf(one, Act.SawCancelled, histories.OwnerOf(one.Reservation!.Value));
        }
    }

    /// <summary>Until when the store may show a hold's seats as held.</summary>
    private long ShownUntil(long hold) => operations.Where(one => one.Hold == hold && one.Deadline is not null).Select(histories.MayBeShownUntil).DefaultIfEmpty(long.MaxValue).Max();

    /// <summary>Whether another, failed attempt to sell the same hold may have blocked this one.</summary>
    private bool BesideAnAttempt(Operation rejected) => _sales.Any(sale =>
        sale != rejected && !sale.IsOk && sale.Hold == rejected.Hold && SeatHistories.From(sale) <= SeatHistories.To(rejected) && SeatHistories.From(rejected) <= SeatHistories.To(sale));

    private static (long From, long To) IntervalOf(Operation one) => (SeatHistories.From(one), SeatHistories.To(one));

    private static Step StepOf(Operation one, Act act, long owner) =>
        new() { Act = act, Owner = owner, From = SeatHistories.From(one), To = SeatHistories.To(one), Source = one };
}
