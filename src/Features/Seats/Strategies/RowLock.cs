using Dugout.Features.Catalog;

namespace Dugout.Features.Seats.Strategies;

/// <summary>
/// One row a seat, sold or not. It is locked and looked at, then written without a condition: who comes second waits at the look, and sees what
/// the first has committed. Look and write travel in one text, so nobody holds the lock while a process thinks.
/// </summary>
internal sealed class RowLock(SeatSlots slots) : IClaimSeats
{
    /// <summary>Its name.</summary>
    public const string WayName = "row-lock";

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
            Condition = $" AND ({SeatSlots.CountFree} AND {SeatSlots.These(hold)} FOR UPDATE) = {hold.Seats.Count}",
            After = $"{SeatSlots.Take} AND {SeatSlots.These(hold)}; ",
        });
    }
}
