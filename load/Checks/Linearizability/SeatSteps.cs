using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Checks.Linearizability;

/// <summary>Converts the operations on one seat to the steps of its history.</summary>
internal sealed class OneSeatsOperations(SeatStories stories, Seat seat, IReadOnlyList<Operation> operations)
{
    private readonly Dictionary<long, Operation> _holds = operations.Where(one => one is { OperationKind: OperationKind.Hold, IsOk: true }).DistinctBy(one => one.Hold).ToDictionary(one => one.Hold!.Value);
    private readonly List<Operation> _sales = [.. operations.Where(one => one.OperationKind == OperationKind.Reserve)];

    /// <summary>The steps, unordered.</summary>
    public IEnumerable<Step> Steps() => [.. Holds(), .. Sales(), .. Cancellations(), .. Operators(), .. Refusals()];

    // Holds, releases and renewals without an acknowledgement need no step: a hold without a known id can end at any moment and only explains
    // rejections, a release is one more moment at which its hold may end, a renewal makes nothing end sooner.
    private IEnumerable<Step> Holds() =>
        from one in operations
        where one is { IsOk: true, OperationKind: OperationKind.Hold or OperationKind.Renew or OperationKind.Release }
        let step = Told(one, one.OperationKind switch { OperationKind.Hold => Act.Hold, OperationKind.Renew => Act.Renew, _ => Act.Release }, one.Hold!.Value) with { MayEnd = stories.MayEnd(one) }
        select one.OperationKind == OperationKind.Release && stories.MayComeBack(one) ? step.InDoubt() : step;

    /// <summary>A repeat with the same key is the same sale: it happened after the first request and before the first response.</summary>
    private IEnumerable<Step> Sales()
    {
        foreach (var ofHold in _sales.Where(sale => sale.MayBeDone).GroupBy(sale => sale.Hold!.Value))
        {
            var told = ofHold.Where(sale => sale.IsOk).GroupBy(sale => (sale.Account, Key: sale.Key ?? $"#{sale.Id}", sale.Reservation)).ToList();
            foreach (var repeats in told)
            {
                var asked = ofHold.Where(sale => sale.Account == repeats.Key.Account && sale.Key == repeats.First().Key && (sale.Key is not null || sale == repeats.First()));
                yield return Sale(repeats.MinBy(SeatStories.To)!, ofHold.Key) with { From = asked.Min(SeatStories.From) };
            }

            if (told.Count > 0 || stories.SurelyUnsold(ofHold.Key)) continue;
            var first = Sale(ofHold.MinBy(SeatStories.From)!, ofHold.Key);
            yield return stories.SurelySold(ofHold.Key) ? first : first.InDoubt();
        }
    }

    private Step Sale(Operation sale, long hold) => Told(sale, Act.Reserve, hold) with
    {
        HoldMayBeLost = _holds.TryGetValue(hold, out var one) && stories.LostBetween(one, sale),
    };

    /// <summary>A sale's seat is freed once. After a cancellation of the seat alone, a cancellation of the whole reservation finds nothing to free.</summary>
    private IEnumerable<Step> Cancellations()
    {
        foreach (var ofSale in operations.Where(one => one.Cancels && one.MayBeDone).GroupBy(one => stories.OwnerOf(one.Reservation!.Value)))
        {
            var alone = ofSale.Any(one => one.OperationKind == OperationKind.CancelSeat);
            var told = ofSale.Where(one => one.IsOk).Select(one => Told(one, Act.Cancel, ofSale.Key) with { MayBeNothing = one.OperationKind == OperationKind.Cancel && alone }).ToList();
            foreach (var step in told) yield return step;
            if (told.All(step => step.MayBeNothing) && ofSale.Where(one => one.IsUnknown).MinBy(SeatStories.From) is { } first)
                yield return Told(first, Act.Cancel, ofSale.Key).InDoubt();
        }
    }

    private IEnumerable<Step> Operators() =>
        from one in operations
        where one is { OperationKind: OperationKind.Block or OperationKind.Unblock, MayBeDone: true }
        let step = Told(one, one.OperationKind == OperationKind.Block ? Act.Block : Act.Unblock, 0)
        select one.IsOk ? step : step.InDoubt();

    /// <summary>
    /// What rejections observed, unless a failed attempt may have shown them another state for a moment: a hold is tried in the store before the rows
    /// are queried, and is taken back when the rows reject it.
    /// </summary>
    private IEnumerable<Step> Refusals()
    {
        var holds = operations.Where(one => one is { OperationKind: OperationKind.Hold, IsOk: false }).ToList();
        var tried = new Stretches(holds.Where(one => one.OperationResult == OperationResult.Refused && !(one.Taken.Count > 0 && one.Taken.All(taken => taken.Reason == "held"))).Select(Stretch));
        var mayHold = holds.Where(one => one.MayHaveTouchedHolds || stories.MetALoss(one)).Select(SeatStories.From).DefaultIfEmpty(long.MaxValue).Min();
        var triedSales = new Stretches(_sales.Where(one => !one.MayBeDone).Select(Stretch));

        foreach (var one in operations.Where(one => one.OperationResult == OperationResult.Refused))
        {
            var (from, to) = Stretch(one);
            var reason = one.OperationKind == OperationKind.Hold ? one.Taken.FirstOrDefault(taken => taken.Seat == seat)?.Reason : null;
            if (reason == "held" && to < mayHold && !tried.Meet(from, to)) yield return Told(one, Act.SawHeld, 0);
            else if (reason == "sold" && !triedSales.Meet(from, to)) yield return stories.SeenInTheGate(Told(one, Act.SawSold, 0));
            else if (reason == "blocked") yield return stories.SeenInTheGate(Told(one, Act.SawBlocked, 0));
            else if (one.Code == "hold-expired" && !BesideAnAttempt(one)) yield return Told(one, Act.SawHoldGone, one.Hold!.Value);
            else if (one.Cancels && one.Code == "already-cancelled") yield return Told(one, Act.SawCancelled, stories.OwnerOf(one.Reservation!.Value));
        }
    }

    /// <summary>Whether another, failed attempt to sell the same hold may have blocked this one.</summary>
    private bool BesideAnAttempt(Operation refused) => _sales.Any(sale =>
        sale != refused && !sale.IsOk && sale.Hold == refused.Hold && SeatStories.From(sale) <= SeatStories.To(refused) && SeatStories.From(refused) <= SeatStories.To(sale));

    private static (long From, long To) Stretch(Operation one) => (SeatStories.From(one), SeatStories.To(one));

    private static Step Told(Operation one, Act act, long owner) =>
        new() { Act = act, Owner = owner, From = SeatStories.From(one), To = SeatStories.To(one), Source = one };
}
