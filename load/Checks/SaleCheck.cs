using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Checks;

/// <summary>After the load, reads the rows and the shop's view of them, builds the consistency report, and runs the rules in <c>*.sql</c>.</summary>
internal sealed class SaleCheck(ISaleRecords records, ShopClient shop, string token)
{
    private const int TriesWhileOthersBuy = 5;

    /// <summary>More than the clocks of an API and of the database can differ.</summary>
    private static readonly TimeSpan Before = TimeSpan.FromMinutes(1);

    /// <summary>Runs every check.</summary>
    /// <param name="recorder">The operations of the run.</param>
    /// <param name="since">When the run began, by the database's clock.</param>
    /// <param name="terms">The assumptions of the check.</param>
    /// <param name="coupons">The coupon claims of the run; null where there were none.</param>
    /// <param name="writings">The writings of the run; null where there were none.</param>
    public async Task<Verdict> RunAsync(HistoryRecorder recorder, DateTime since, Terms terms, CouponLog? coupons = null, WritingLog? writings = null)
    {
        var history = recorder.Read();
        var reservations = await records.ReservationsAsync(since, [.. history.Acknowledged.Select(sale => sale.Reservation!.Value)]);
        List<GameRows> games = [];
        foreach (var game in history.Games) games.Add(await GameAsync(recorder, history, game));

        var report = ConsistencyReport.Of(history, new SaleRows(since, reservations, games), terms);
        List<Finding> findings = [.. report.Findings, .. await CouponsAsync(coupons?.Read() ?? [], since), .. await WritingsAsync(writings?.Read() ?? [], since)];
        foreach (var rule in Rule.All) findings.Add(new Finding(rule.Sentence, await records.BreachesAsync(rule)));
        return new Verdict(findings, report.Notes);
    }

    private async Task<IReadOnlyList<Finding>> CouponsAsync(IReadOnlyList<CouponClaim> claims, DateTime since) =>
        claims.Count == 0 ? [] : CouponConsistency.Of(claims, await records.CouponsAsync([.. claims.Select(claim => claim.Account).Distinct()]), since);

    private async Task<IReadOnlyList<Finding>> WritingsAsync(IReadOnlyList<Writing> writings, DateTime since)
    {
        if (writings.Count == 0) return [];
        var rows = await records.WritingsAsync(
            [.. writings.Select(writing => writing.Kind).Distinct()], [.. writings.Select(writing => writing.Account).Distinct()], since - Before);
        return WritingConsistency.Of(writings, rows, since);
    }

    /// <summary>Queries the rows, the shop, and the rows again: only where both reads of the rows agree is a difference the shop's.</summary>
    private async Task<GameRows> GameAsync(HistoryRecorder recorder, History history, long game)
    {
        var touched = history.Operations.Where(one => one.Game == game).SelectMany(one => one.Seats).Select(seat => seat.GradeId).Distinct().Order().ToList();
        for (var tries = 0; tries < TriesWhileOthersBuy; tries++)
        {
            var before = await records.GradesAsync(game);
            var claims = await records.ClaimsAsync(game);
            var response = await shop.GradesAsync(token, game, ResponseChecks.Grades);
            List<string> unread = response.Body is null ? [$"game {game}: the shop did not return the grades ({response.Status})"] : [];
            List<Seat> taken = [];
            var queriedAt = recorder.Now;
            foreach (var grade in touched)
            {
                var capacity = before.FirstOrDefault(row => row.Id == grade)?.Capacity ?? 0;
                var seats = await shop.TakenAsync(token, game, grade, shown => ResponseChecks.Taken(shown, capacity));
                if (seats.Body is { } shown) taken.AddRange(shown.Taken.Select(number => new Seat(grade, number)));
                else unread.Add($"game {game}, grade {grade}: the shop did not return the taken seats ({seats.Status})");
            }

            if (!before.SequenceEqual(await records.GradesAsync(game))) continue;
            return new GameRows(game, before, claims, (response.Body?.Items ?? []).ToDictionary(grade => grade.GradeId, grade => grade.Remaining), queriedAt, taken, unread);
        }

        return new GameRows(game, [], [], new Dictionary<long, int>(), recorder.Now, [], [$"game {game}: another client kept buying, so it could not be compared"]);
    }
}
