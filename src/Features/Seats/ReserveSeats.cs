using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace Dugout.Features.Seats;

/// <summary>
/// Turns a hold of the signed-in account into a reservation. One transaction on the primary writes the purchase, a claim on every
/// seat, the account's count, an outbox message, the notice to the account and the response under its idempotency key. Returns
/// 201; a repeat with the same key gets the same bytes. Errors: 400 <c>idempotency-key-missing</c>, 404 <c>no-such-hold</c>
/// (another account's), 409 <c>hold-expired</c> or <c>limit-reached</c>, 422 <c>idempotency-key-reused</c>, 503 <c>busy</c>.
/// </summary>
public static class ReserveSeats
{
    /// <summary>The hold to reserve.</summary>
    /// <param name="GameId">The game.</param>
    /// <param name="HoldId">The hold, as returned when it was made.</param>
    /// <example>{"gameId":3,"holdId":3162277660168379}</example>
    public sealed record ReserveRequest(long GameId, long HoldId);

    /// <summary>The purchase.</summary>
    /// <param name="ReservationId">Its id.</param>
    /// <param name="Number">The number printed on the ticket.</param>
    /// <param name="GameId">The game.</param>
    /// <param name="Seats">The seats at the prices of the hold.</param>
    /// <param name="Total">The sum of the prices, whole won.</param>
    /// <param name="ReservedAt">Purchase time, UTC.</param>
    /// <example>{"reservationId":3162277660168379,"number":"D0B3C13249D90BB","gameId":3,"seats":[{"gradeId":11,"number":120,"price":50000},{"gradeId":11,"number":121,"price":50000}],"total":100000,"reservedAt":"2027-03-25T02:00:03Z"}</example>
    public sealed record ReserveAnswer(
        long ReservationId, string Number, long GameId, IReadOnlyList<PricedSeat> Seats, long Total, DateTime ReservedAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<IdempotentResponse<ReserveAnswer>, Problem>> Handle(
        ReserveRequest request, [FromHeader(Name = IdempotencyKey.Header)] string? key, CurrentAccount account,
        Holds holds, CatalogQueries catalog, Purchases purchases, CancellationToken cancellation)
    {
        if (!IdempotencyKey.IsKey(key))
            return Problems.IdempotencyKeyMissing;

        var found = await FindAsync(holds, request, account, cancellation);
        var terms = await catalog.SaleTermsAsync(request.GameId, cancellation);
        var outcome = await purchases.BuyAsync(account, key!, request, found, terms, cancellation);
        if (outcome.Value is not { } answer)
            return outcome.Problem!;
        // Skip repeats: the sale they report may have been cancelled since.
        if (found.Value is { } sold && !answer.IsRepeat)
            await SoldAsync(holds, sold);
        return answer;
    }

    /// <summary>The account's hold, or the error why it can't be reserved.</summary>
    private static async Task<Result<Holds.Hold>> FindAsync(
        Holds holds, ReserveRequest request, CurrentAccount account, CancellationToken cancellation)
    {
        try
        {
            return await holds.FindAsync(request.HoldId, request.GameId, account.Id, cancellation);
        }
        catch (RedisUnavailableException)
        {
            return Problems.Busy;
        }
    }

    private static async Task SoldAsync(Holds holds, Holds.Hold hold)
    {
        try
        {
            await holds.SoldAsync(hold);
        }
        catch (RedisUnavailableException)
        {
            // The seats are sold regardless; the outbox updates Redis.
        }
    }

    /// <summary>The number printed on the ticket: the id in a short, unambiguous alphabet.</summary>
    internal static string TicketNumber(long id) => $"D{id:X14}";
}
