using Dapper;
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

    /// <summary>A hold in Redis that is not checked yet, and the account's other live holds.</summary>
    private sealed record Unchecked(Holds.Hold Hold, IReadOnlyList<Holds.Hold> Others);

    /// <summary>Places a hold on the given seats, or returns the error and holds nothing.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public Task<Result<Holds.Hold>> PlaceAsync(
        long gameId, long accountId, IReadOnlyList<PricedSeat> seats, CatalogQueries.SaleTerms terms, CancellationToken cancellation)
    {
        var hold = new Holds.Hold(Ids.New(), gameId, accountId, default, seats);
        return CheckAsync(hold, terms, HoldAsync(hold, cancellation), cancellation);
    }

    /// <summary>Places a hold on adjacent seats of a grade, or returns the error and holds nothing.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<Result<Holds.Hold>> PlaceBestAsync(
        long gameId, long accountId, (CatalogQueries.GradeTerms Terms, IReadOnlyList<CatalogQueries.SeatBlock> Blocks, int Count) wanted, CatalogQueries.SaleTerms terms,
        CancellationToken cancellation)
    {
        for (var attempt = 1; attempt <= MostAttempts; attempt++)
        {
            var hold = new Holds.Hold(Ids.New(), gameId, accountId, default, []);
            var placed = await CheckAsync(hold, terms, HoldBestAsync(hold, wanted, cancellation), cancellation);
            if (placed.Problem?.Code != SeatsProblems.SeatTaken.Code)
                return placed;
        }

        return Problems.Busy;
    }

    private async Task<Result<Unchecked>> HoldAsync(Holds.Hold hold, CancellationToken cancellation)
    {
        var placed = await holds.PlaceAsync(hold, cancellation);
        return placed.Made is { } made ? new Unchecked(made, placed.Others) : SeatsProblems.SeatTaken.With("seats", placed.Taken);
    }

    private async Task<Result<Unchecked>> HoldBestAsync(
        Holds.Hold hold, (CatalogQueries.GradeTerms Terms, IReadOnlyList<CatalogQueries.SeatBlock> Blocks, int Count) wanted, CancellationToken cancellation)
    {
        var (best, scattered) = await bestSeats.PlaceAsync(hold, wanted.Terms, wanted.Blocks, wanted.Count, cancellation);
        return best is { Made: { } made } ? new Unchecked(made, best.Others) : SeatsProblems.NotAdjacent.With("seats", scattered);
    }

    private async Task<Result<Holds.Hold>> CheckAsync(
        Holds.Hold hold, CatalogQueries.SaleTerms terms, Task<Result<Unchecked>> placing, CancellationToken cancellation)
    {
        Problem? error = Problems.Fault;
        try
        {
            var placed = await placing;
            if (placed.Value is not { } made)
            {
                error = null;
                return placed.Problem!;
            }

            hold = made.Hold;
            error = await ErrorOfAsync(hold, made.Others, terms, cancellation);
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
    private async Task<Problem?> ErrorOfAsync(Holds.Hold hold, IReadOnlyList<Holds.Hold> others, CatalogQueries.SaleTerms terms, CancellationToken cancellation)
    {
        // One statement sees one state of the database: a hold that is being reserved is counted among the purchases or among the holds, never twice.
        var parameters = new DynamicParameters(new { gameId = hold.GameId, accountId = hold.AccountId, holds = others.Select(other => other.Id).Prepend(hold.Id) });
        var sql = $"""
            SELECT 'claimed' AS Kind, grade_id AS GradeId, number AS Number, reservation_id AS Id FROM seat_claims
            WHERE game_id = @gameId AND {Claims.These(hold.Seats.Select(seat => seat.Seat), parameters)}
            UNION ALL SELECT 'bought', grade_id, seats, NULL FROM seat_allowances WHERE account_id = @accountId AND game_id = @gameId
            UNION ALL SELECT 'reserved', 0, 0, id FROM reservations WHERE id IN @holds
            """;
        // A claimed seat with its reservation, a number of bought seats of a grade, or a reserved hold. As a tuple, because servers differ in the integer types of a union.
        var rows = (await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<(string Kind, long GradeId, int Number, long? Id)>(new(sql, parameters, cancellationToken: cancellation)), cancellation))
            .ToLookup(row => row.Kind);
        var claimed = Claims.Read(rows["claimed"].Select(row => new Claims.ClaimRow(row.GradeId, row.Number, row.Id)));
        if (claimed.Count > 0)
        {
            // Redis missed a sale. Release the hold first: reconciliation leaves held seats to their holder.
            await LetGoAsync(hold);
            await availability.ReconcileAsync(hold.GameId, claimed.Keys, cancellation);
            return SeatsProblems.SeatTaken.With("seats", claimed.Select(Holds.TakenSeat.Of).ToList());
        }

        var reserved = rows["reserved"].Select(row => row.Id).ToHashSet();
        List<Seat> held = [.. others.Prepend(hold).Where(open => !reserved.Contains(open.Id)).SelectMany(open => open.Seats).Select(seat => seat.Seat)];
        return options.Value.LimitHolds && IsOverLimit(held, rows["bought"].ToDictionary(row => row.GradeId, row => row.Number), terms) ? SeatsProblems.LimitReached : null;
    }

    /// <summary>Holds a seat of no game in Redis and releases it, and asks the primary what is asked for every hold.</summary>
    internal async Task WarmUpAsync(Holds.Hold hold, CatalogQueries.SaleTerms terms, CancellationToken cancellation)
    {
        var ofNoGame = hold with { Id = Ids.New(), GameId = 0 };
        await holds.PlaceAsync(ofNoGame, cancellation);
        await holds.LetGoAsync(ofNoGame, cancellation);
        await ErrorOfAsync(hold, [], terms, cancellation);
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
            var placed = hold.Seats.Count > 0 ? hold : (await holds.FindAsync(hold.Id, hold.GameId, hold.AccountId, CancellationToken.None)).Value;
            if (placed is not null)
                await holds.LetGoAsync(placed, CancellationToken.None);
        }
        catch (RedisUnavailableException)
        {
            // The hold expires at its deadline.
        }
    }
}
