using Dugout.Features.Catalog;
using Dugout.Features.Seats;

namespace Dugout.Faults.Services;

/// <summary>
/// The hold in Redis alone decides: nothing else is read. Without the unique key it oversells as soon as Redis loses a hold that is
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
