using Dugout.Features.Catalog;

namespace Dugout.Features.Seats;

/// <summary>
/// One row per seat, sold or not. The condition of the update contains the old state, so a second purchase waits for the row lock and then
/// matches no row: the number of affected rows decides.
/// </summary>
internal sealed class ConditionalUpdate(SeatSlots slots) : IClaimSeats
{
    /// <summary>The name of the strategy.</summary>
    public const string StrategyName = "conditional-update";

    /// <inheritdoc/>
    public string Name => StrategyName;

    /// <inheritdoc/>
    public bool KeepsSlots => true;

    /// <inheritdoc/>
    public async Task<Result<T>> SellAsync<T>(Holds.Hold hold, CatalogQueries.SaleTerms terms, Func<ClaimText, Task<Result<T>>> sell)
        where T : class
    {
        await slots.MakeAsync(hold, terms);
        return await sell(ClaimText.ByKey with
        {
            Before = $"{SeatSlots.Take} AND reservation_id IS NULL AND {SeatSlots.These(hold)}; ",
            Condition = $" AND ROW_COUNT() = {hold.Seats.Count}",
        });
    }
}
