using Dugout.Features.Catalog;

namespace Dugout.Features.Seats;

/// <summary>One row per sold seat under a unique key: the second purchase gets a duplicate-key error. The default strategy.</summary>
internal sealed class UniqueKey : IClaimSeats
{
    /// <summary>The name of the strategy.</summary>
    public const string StrategyName = "unique-key";

    /// <inheritdoc/>
    public string Name => StrategyName;

    /// <inheritdoc/>
    public bool KeepsSlots => false;

    /// <inheritdoc/>
    public Task<Result<T>> SellAsync<T>(Holds.Hold hold, CatalogQueries.SaleTerms terms, Func<ClaimText, Task<Result<T>>> sell)
        where T : class => sell(ClaimText.ByKey);
}
