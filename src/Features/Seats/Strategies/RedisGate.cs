using Dugout.Features.Catalog;
using Dugout.Features.Shared;

namespace Dugout.Features.Seats.Strategies;

/// <summary>
/// Who holds a seat in Redis may write it: nothing else is asked. Wrong as soon as Redis loses a hold that somebody is about to reserve, because
/// then it lets the next one in.
/// </summary>
internal sealed class RedisGate : IClaimSeats
{
    /// <summary>Its name.</summary>
    public const string WayName = "redis-gate";

    /// <inheritdoc/>
    public string Name => WayName;

    /// <inheritdoc/>
    public bool KeepsSlots => false;

    /// <inheritdoc/>
    public Task<Outcome<T>> SellAsync<T>(Holds.Hold hold, CatalogFacts.SaleTerms terms, Func<ClaimText, Task<Outcome<T>>> sell)
        where T : class => sell(ClaimText.Unchecked);
}
