using Dugout.Features.Catalog;
using Dugout.Features.Shared;

namespace Dugout.Features.Seats.Strategies;

/// <summary>
/// Looks whether the seats are free and sells them under a lock of this process. Wrong as soon as there are two processes: each has a lock of its
/// own, and both see the same free seat.
/// </summary>
internal sealed class InProcessLock(Databases databases) : IClaimSeats, IDisposable
{
    /// <summary>Its name.</summary>
    public const string WayName = "in-process-lock";

    private readonly SemaphoreSlim _lock = new(1);

    /// <inheritdoc/>
    public string Name => WayName;

    /// <inheritdoc/>
    public bool KeepsSlots => false;

    /// <inheritdoc/>
    public async Task<Outcome<T>> SellAsync<T>(Holds.Hold hold, CatalogFacts.SaleTerms terms, Func<ClaimText, Task<Outcome<T>>> sell)
        where T : class
    {
        await _lock.WaitAsync();
        try
        {
            var taken = await databases.AskPrimaryAsync(
                primary => Claims.AmongAsync(primary, hold.GameId, hold.Seats.Select(seat => seat.Seat), CancellationToken.None), CancellationToken.None);
            return taken.Count > 0 ? Problems.HoldExpired : await sell(ClaimText.Unchecked);
        }
        finally
        {
            _lock.Release();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _lock.Dispose();
}
