using Dugout.Features.Catalog;

namespace Dugout.Features.Seats;

/// <summary>
/// One row per seat, sold or not. The purchase locks and reads the row, then writes it without a condition: a second purchase waits at the read
/// and sees what the first has committed. Read and write are in one batch, so no process holds the lock across a round trip.
/// </summary>
internal sealed class RowLock(SeatSlots slots) : IClaimSeats
{
    /// <summary>The name of the strategy.</summary>
    public const string StrategyName = "row-lock";

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
            Condition = $" AND ({SeatSlots.CountFree} AND {SeatSlots.These(hold)} FOR UPDATE) = {hold.Seats.Count}",
            After = $"{SeatSlots.Take} AND {SeatSlots.These(hold)}; ",
        });
    }
}
