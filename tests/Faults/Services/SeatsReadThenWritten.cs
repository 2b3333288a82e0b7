using Dugout.Features.Catalog;
using Dugout.Features.Seats;

namespace Dugout.Faults.Services;

/// <summary>Reads whether the seats are free at REPEATABLE READ, then sells them. Where no key stands behind it, two can read the same.</summary>
internal sealed class SeatsReadThenWritten(IClaimSeats inner, Databases databases) : IClaimSeats
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    /// <inheritdoc/>
    public string Name => inner.Name;

    /// <inheritdoc/>
    public bool KeepsSlots => inner.KeepsSlots;

    /// <inheritdoc/>
    public async Task<Result<T>> SellAsync<T>(Holds.Hold hold, CatalogQueries.SaleTerms terms, Func<ClaimText, Task<Result<T>>> sell)
        where T : class
    {
        await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
        await connection.ExecuteAsync("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        var claimed = await Claims.AmongAsync(connection, hold.GameId, hold.Seats.Select(seat => seat.Seat), CancellationToken.None);
        // Long enough that others read in between, on an idle machine as on a crowded one.
        await Task.Delay(Pause);
        return claimed.Count > 0 ? SeatsProblems.HoldExpired : await sell(ClaimText.ByKey);
    }
}
