using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Checks;

/// <summary>The seats of the games used: claimed once, within capacity, counted correctly by the shop, and taken only for a reason.</summary>
internal sealed class SeatCounts(History history, SaleRows rows, Terms terms)
{
    /// <summary>Every rule about the remaining seats.</summary>
    public IEnumerable<Finding> Findings() =>
    [
        new("Remaining seats are capacity minus sold and blocked in every game touched", [.. rows.Games.SelectMany(WrongRemaining)]),
        new("No seat has two claims and no grade more of them than seats", [.. rows.Games.SelectMany(ClaimedTwice), .. rows.Games.SelectMany(Oversold)]),
        new("No hold outlives its deadline", [.. rows.Games.SelectMany(Leaked)]),
    ];

    private static IEnumerable<string> WrongRemaining(GameRows game) => game.Unread.Concat(
        from grade in game.Unread.Count > 0 ? [] : game.Grades
        let shown = game.Remaining.TryGetValue(grade.Id, out var remaining) ? remaining : (int?)null
        where shown != grade.Capacity - grade.Sold - grade.Blocked
        select $"game {game.Game}, grade {grade.Id}: {shown?.ToString() ?? "nothing"} shown, {grade.Capacity} - {grade.Sold} - {grade.Blocked} in the rows");

    private static IEnumerable<string> ClaimedTwice(GameRows game) =>
        from claims in game.Claims.GroupBy(claim => new Seat(claim.Grade, claim.Number))
        where claims.Count() > 1
        select $"seat {claims.Key.GradeId}/{claims.Key.Number} of game {game.Game} is claimed by {string.Join(" and ", claims.Select(claim => claim.Reservation is { } reservation ? $"reservation {reservation}" : "an operator"))}";

    private static IEnumerable<string> Oversold(GameRows game) =>
        from grade in game.Grades
        where grade.Sold + grade.Blocked > grade.Capacity
        select $"game {game.Game}, grade {grade.Id}: {grade.Sold} sold and {grade.Blocked} blocked of {grade.Capacity}";

    /// <summary>
    /// A seat that is taken but not claimed must be in a hold that may still live. Seats this run never held, or whose state before the run is
    /// unknown, may be in holds of others.
    /// </summary>
    private IEnumerable<string> Leaked(GameRows game)
    {
        var claimed = game.Claims.Select(claim => new Seat(claim.Grade, claim.Number)).ToHashSet();
        var suspects = game.Taken.Where(seat => !claimed.Contains(seat)).ToHashSet();
        if (suspects.Count == 0) yield break;

        var operations = history.Operations.Where(one => one.Game == game.Game && one.OperationKind != OperationKind.Block && one.Seats.Any(suspects.Contains)).ToList();
        foreach (var seat in suspects.OrderBy(seat => (seat.GradeId, seat.Number)))
        {
            var ofSeat = operations.Where(one => one.Seats.Contains(seat)).ToList();
            var holds = ofSeat.Where(one => one.OperationKind == OperationKind.Hold).ToList();
            if ((holds.Any(one => one.IsOk) || terms.FreeAtFirst) && !holds.Any(hold => MayLive(hold, ofSeat, game.QueriedAt)))
                yield return OperationText.Witness($"seat {seat.GradeId}/{seat.Number} of game {game.Game} is shown as taken, and no account has or holds it", history, Last(ofSeat));
        }
    }

    private bool MayLive(Operation hold, List<Operation> ofSeat, TimeSpan queriedAt)
    {
        if (!hold.IsOk) return hold.MayHaveChangedHolds;
        var later = ofSeat.Where(one => one.Hold == hold.Hold).ToList();
        if (later.Any(one => one is { IsOk: true, OperationKind: OperationKind.Release or OperationKind.Reserve })) return false;
        if (rows.ByHold.ContainsKey(hold.Hold!.Value)) return false;
        if (later.Any(one => one.OperationKind == OperationKind.Renew && one.MayHaveChangedHolds)) return true;
        var deadline = later.Where(one => one is { IsOk: true, Deadline: not null }).Select(one => one.Deadline).Max();
        return deadline is null || queriedAt <= history.Since(deadline.Value) + terms.ClockTolerance + terms.Grace;
    }

    /// <summary>The last acknowledged hold of the seat and the operation that ended it, if any.</summary>
    private static IEnumerable<Operation> Last(List<Operation> ofSeat)
    {
        var last = ofSeat.LastOrDefault(one => one is { OperationKind: OperationKind.Hold, IsOk: true });
        if (last is null) return ofSeat.TakeLast(1);
        var sale = ofSeat.LastOrDefault(one => one is { OperationKind: OperationKind.Reserve, IsOk: true } && one.Hold == last.Hold);
        return ofSeat.Where(one => one == last || (one.IsOk && one.Hold == last.Hold) || (one.IsOk && one.Cancels && one.Reservation == sale?.Reservation));
    }
}
