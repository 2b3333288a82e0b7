using Dugout.Load.Checks;

namespace Dugout.Load.Tests;

/// <content>The rows as the consistency check reads them.</content>
internal sealed partial class FakeShop
{
    public Task<string> EngineAsync() => Task.FromResult("MariaDB 10.11.6");

    public Task<int> CountFansAsync() => Task.FromResult(Fans);

    public Task<DateTime> NowAsync() => Task.FromResult(DateTime.UtcNow);

    public Task<IReadOnlyList<string>> BreachesAsync(Rule rule) => Task.FromResult(Breaches(rule));

    public Task<IReadOnlyList<ReservationRow>> ReservationsAsync(DateTime since, IReadOnlyCollection<long> ids)
    {
        lock (_gate) return Task.FromResult(Rows([.. _reservations.Where(row => row.ReservedAt >= since || ids.Contains(row.Id))]));
    }

    public Task<IReadOnlyList<ClaimRow>> ClaimsAsync(long game)
    {
        lock (_gate) return Task.FromResult<IReadOnlyList<ClaimRow>>([.. _sold.Where(seat => seat.Key.Game == game).Select(seat => new ClaimRow(game, seat.Key.Grade, seat.Key.Number, seat.Value))]);
    }

    public Task<IReadOnlyList<GradeRow>> GradesAsync(long game)
    {
        lock (_gate) return Task.FromResult<IReadOnlyList<GradeRow>>([.. Grades(game).Select(grade => new GradeRow(grade, Capacity, Sold(game, grade), Blocked: 0, SeatsPerAccount, SeatsPerAccount))]);
    }
}
