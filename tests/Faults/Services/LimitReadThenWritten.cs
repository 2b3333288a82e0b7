using Dugout.Features.Catalog;
using Dugout.Features.Seats;

namespace Dugout.Faults.Services;

/// <summary>Reads how many seats the account has bought and compares, then sells. Where no check stands behind it, two can read the same.</summary>
internal sealed class LimitReadThenWritten(IClaimSeats inner, Databases databases) : IClaimSeats
{
    /// <inheritdoc/>
    public string Name => inner.Name;

    /// <inheritdoc/>
    public bool KeepsSlots => inner.KeepsSlots;

    /// <inheritdoc/>
    public async Task<Result<T>> SellAsync<T>(Holds.Hold hold, CatalogQueries.SaleTerms terms, Func<ClaimText, Task<Result<T>>> sell)
        where T : class
    {
        await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
        var bought = await connection.ExecuteScalarAsync<int?>(
            "SELECT seats FROM seat_allowances WHERE account_id = @AccountId AND game_id = @GameId AND grade_id = 0", new { hold.AccountId, hold.GameId });
        return bought + hold.Seats.Count > terms.SeatsPerAccount ? SeatsProblems.LimitReached : await inner.SellAsync(hold, terms, sell);
    }
}
