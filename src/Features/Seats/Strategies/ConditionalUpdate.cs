using Dugout.Features.Catalog;

namespace Dugout.Features.Seats.Strategies;

/// <summary>
/// One row a seat, sold or not. The old state is in the condition of the update, so who comes second waits for the row, and then finds nothing to
/// change: the rows affected are the answer.
/// </summary>
internal sealed class ConditionalUpdate(SeatSlots slots) : IClaimSeats
{
    /// <summary>Its name.</summary>
    public const string WayName = "conditional-update";

    /// <inheritdoc/>
    public string Name => WayName;

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
