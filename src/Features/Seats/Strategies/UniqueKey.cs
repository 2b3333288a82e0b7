using Dugout.Features.Catalog;

namespace Dugout.Features.Seats.Strategies;

/// <summary>One row a sold seat, under a key that takes it once: who comes second gets an error. The way the shop goes.</summary>
internal sealed class UniqueKey : IClaimSeats
{
    /// <summary>Its name.</summary>
    public const string WayName = "unique-key";

    /// <inheritdoc/>
    public string Name => WayName;

    /// <inheritdoc/>
    public bool KeepsSlots => false;

    /// <inheritdoc/>
    public Task<Result<T>> SellAsync<T>(Holds.Hold hold, CatalogQueries.SaleTerms terms, Func<ClaimText, Task<Result<T>>> sell)
        where T : class => sell(ClaimText.ByKey);
}
