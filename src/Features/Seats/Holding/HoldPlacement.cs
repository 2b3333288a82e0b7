using Dugout.Features.Catalog;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Seats;

/// <summary>
/// Places holds: in Redis, which alone rejects requests for taken seats, and then checked against the primary, because Redis may have missed a sale.
/// A hold that its account will not learn of is released at once.
/// </summary>
public sealed class HoldPlacement(Holds holds, BestSeats bestSeats, SeatAvailability availability, Databases databases, IOptions<SeatsOptions> options, SeatFunnel funnel)
{
    /// <summary>Number of times seats are chosen again because the primary has sold the chosen ones without Redis knowing.</summary>
    private const int MostAttempts = 3;

    /// <summary>A hold in Redis that is not checked yet.</summary>
    private sealed record Unchecked(Holds.Hold Hold, IReadOnlyList<Holds.HeldSeat> HeldByAccount);

    /// <summary>Places a hold on the given seats, or returns the error and holds nothing.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public Task<Result<Holds.Hold>> PlaceAsync(
        long gameId, long accountId, IReadOnlyList<PricedSeat> seats, CatalogQueries.SaleTerms terms, CancellationToken cancellation) =>
        PlaceAsync(new(Ids.New(), gameId, accountId, default, seats), terms, async hold =>
        {
            var placed = await holds.PlaceAsync(hold.Id, gameId, accountId, seats, cancellation);
            return placed.ExpiresAt is { } deadline
                ? new Unchecked(hold with { ExpiresAt = deadline }, placed.HeldByAccount)
                : SeatsProblems.SeatTaken.With("seats", placed.Taken);
        }, cancellation);

    /// <summary>Places a hold on adjacent seats of a grade, or returns the error and holds nothing.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<Result<Holds.Hold>> PlaceBestAsync(
        long gameId, long accountId, (CatalogQueries.GradeTerms Terms, IReadOnlyList<CatalogQueries.SeatBlock> Blocks, int Count) wanted, CatalogQueries.SaleTerms terms,
        CancellationToken cancellation)
    {
        for (var attempt = 1; attempt <= MostAttempts; attempt++)
        {
            var placed = await PlaceAsync(new(Ids.New(), gameId, accountId, default, []), terms, async hold =>
            {
                var (best, scattered) = await bestSeats.PlaceAsync(hold, wanted.Terms, wanted.Blocks, wanted.Count, cancellation);
                if (best is not { ExpiresAt: { } deadline })
                    return SeatsProblems.NotAdjacent.With("seats", scattered);
                var seats = best.HeldByAccount.Where(seat => seat.HoldId == hold.Id)
                    .Select(seat => new PricedSeat(seat.Seat.GradeId, seat.Seat.Number, wanted.Terms.Price)).OrderBy(seat => seat.Number).ToList();
                return new Unchecked(hold with { ExpiresAt = deadline, Seats = seats }, best.HeldByAccount);
            }, cancellation);
            if (placed.Problem?.Code != SeatsProblems.SeatTaken.Code)
                return placed;
        }

        return Problems.Busy;
    }

    private async Task<Result<Holds.Hold>> PlaceAsync(
        Holds.Hold hold, CatalogQueries.SaleTerms terms, Func<Holds.Hold, Task<Result<Unchecked>>> place, CancellationToken cancellation)
    {
        Problem? error = Problems.Fault;
        try
        {
            var placed = await place(hold);
            if (placed.Value is not { } made)
            {
                error = null;
                return placed.Problem!;
            }

            hold = made.Hold;
            error = await ErrorOfAsync(hold, made.HeldByAccount, terms, cancellation);
        }
        finally
        {
            // On rejection, failure or cancellation no client knows this hold, so it must be released.
            if (error is not null)
                await LetGoAsync(hold);
        }

        if (error is not null)
            return error;
        funnel.Held();
        return hold;
    }

    /// <summary>
    /// Checks a new hold against the primary: a seat may be sold already, or the account over its limit. Null if the hold is valid.
    /// </summary>
    private async Task<Problem?> ErrorOfAsync(
        Holds.Hold hold, IReadOnlyList<Holds.HeldSeat> held, CatalogQueries.SaleTerms terms, CancellationToken cancellation)
    {
        // Read purchases first and reserved holds second. A hold reserved between the two reads is then counted on neither side, and the
        // reservation's own check decides; in the other order it would be counted twice.
        var sql = Claims.Among(hold.Seats.Select(seat => seat.Seat), hold.GameId, out var parameters) + """
            SELECT grade_id, seats FROM seat_allowances WHERE account_id = @accountId AND game_id = @gameId;
            SELECT id FROM reservations WHERE id IN @holds
            """;
        parameters.AddDynamicParams(new { accountId = hold.AccountId, holds = held.Select(seat => seat.HoldId).Distinct().ToList() });

        var (claimed, bought, reserved) = await databases.QueryPrimaryAsync(async primary =>
        {
            await using var answers = await primary.QueryMultipleAsync(new(sql, parameters, cancellationToken: cancellation));
            return (
                Claims.Read(await answers.ReadAsync<Claims.ClaimRow>()),
                (await answers.ReadAsync<(long GradeId, int Seats)>()).ToDictionary(row => row.GradeId, row => row.Seats),
                (await answers.ReadAsync<long>()).ToHashSet());
        }, cancellation);
        if (claimed.Count > 0)
        {
            // Redis missed a sale. Release the hold first: reconciliation leaves held seats to their holder.
            await LetGoAsync(hold);
            await availability.ReconcileAsync(hold.GameId, claimed.Keys, cancellation);
            return SeatsProblems.SeatTaken.With("seats", claimed.Select(Holds.TakenSeat.Of).ToList());
        }

        var open = held.Where(seat => !reserved.Contains(seat.HoldId)).Select(seat => seat.Seat).ToList();
        return options.Value.LimitHolds && IsOverLimit(open, bought, terms) ? SeatsProblems.LimitReached : null;
    }

    private static bool IsOverLimit(List<Seat> held, Dictionary<long, int> bought, CatalogQueries.SaleTerms terms) =>
        held.Count + bought.GetValueOrDefault(Allowances.WholeGame) > terms.SeatsPerAccount
        || terms.Grades.Any(grade =>
            held.Count(seat => seat.GradeId == grade.GradeId) + bought.GetValueOrDefault(grade.GradeId) > grade.SeatsPerAccount);

    private async Task LetGoAsync(Holds.Hold hold)
    {
        try
        {
            // After a failure the seats that Redis has chosen are unknown here.
            var placed = hold.Seats.Count > 0 ? hold : await holds.FindAsync(hold.Id, hold.GameId, CancellationToken.None);
            if (placed is not null)
                await holds.LetGoAsync(hold.Id, hold.GameId, hold.AccountId, placed.Seats, CancellationToken.None);
        }
        catch (RedisUnavailableException)
        {
            // The hold expires at its deadline.
        }
    }
}
