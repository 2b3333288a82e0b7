using Dugout.Features.Catalog;
using Dugout.Features.Seats;

namespace Dugout.Faults.Services;

/// <summary>
/// Whoever holds a seat in Redis may buy it: nothing else is read. Where no key stands behind it, it is wrong as soon as Redis loses a hold that is
/// about to be reserved, because the next fan can then hold the same seat.
/// </summary>
internal sealed class RedisGate : IClaimSeats
{
    /// <inheritdoc/>
    public string Name => "redis-gate";

    /// <inheritdoc/>
    public bool KeepsSlots => false;

    /// <inheritdoc/>
    public Task<Result<T>> SellAsync<T>(Holds.Hold hold, CatalogQueries.SaleTerms terms, Func<ClaimText, Task<Result<T>>> sell)
        where T : class => sell(ClaimText.ByKey);
}
