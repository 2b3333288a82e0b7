using Dapper;
using Dugout.Features.Catalog;
using Dugout.Features.Seats;

namespace Dugout.Faults.Services;

/// <summary>
/// Reads whether the seats are free and sells them under a lock of this process. Where no key stands behind it, it is wrong as soon as there are two
/// processes: each has a lock of its own, and both read that the same seat is free.
/// </summary>
internal sealed class InProcessLock(Databases databases) : IClaimSeats, IDisposable
{
    private readonly SemaphoreSlim _lock = new(1);

    /// <inheritdoc/>
    public string Name => "in-process-lock";

    /// <inheritdoc/>
    public bool KeepsSlots => false;

    /// <inheritdoc/>
    public async Task<Result<T>> SellAsync<T>(Holds.Hold hold, CatalogQueries.SaleTerms terms, Func<ClaimText, Task<Result<T>>> sell)
        where T : class
    {
        var parameters = new DynamicParameters(new { hold.GameId });
        var sql = $"SELECT COUNT(*) FROM seat_claims WHERE game_id = @GameId AND {Claims.These(hold.Seats.Select(seat => seat.Seat), parameters)}";
        await _lock.WaitAsync();
        try
        {
            var claims = await databases.QueryPrimaryAsync(primary => primary.ExecuteScalarAsync<long>(new(sql, parameters)), CancellationToken.None);
            return claims > 0 ? SeatsProblems.HoldExpired : await sell(ClaimText.ByKey);
        }
        finally
        {
            _lock.Release();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _lock.Dispose();
}
