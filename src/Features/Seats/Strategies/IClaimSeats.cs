using Dugout.Features.Catalog;

namespace Dugout.Features.Seats;

/// <summary>
/// A strategy that decides which of several purchases gets a seat. Selected by the setting <c>Seats:Claim</c>; README.md of this folder describes
/// when each is suitable. All replicas must use the same strategy.
/// </summary>
public interface IClaimSeats : IStrategy
{
    /// <summary>Whether the strategy decides by <c>seat_slots</c>; a cancellation must then free the slot as well.</summary>
    bool KeepsSlots { get; }

    /// <summary>Sells the seats of a hold, once.</summary>
    /// <param name="hold">The hold to sell.</param>
    /// <param name="terms">The sale terms of its game.</param>
    /// <param name="sell">Sends the purchase to the primary, with the SQL the strategy adds.</param>
    /// <returns>The result of the sale, or an error without sending the purchase.</returns>
    Task<Result<T>> SellAsync<T>(Holds.Hold hold, CatalogQueries.SaleTerms terms, Func<ClaimText, Task<Result<T>>> sell)
        where T : class;
}
