using Dugout.Features.Catalog;

namespace Dugout.Features.Seats.Strategies;

/// <summary>
/// A way to decide which of several purchases gets a seat. Chosen by the setting <c>Seats:Claim</c>; README.md of this folder says when each is right
/// and wrong. All replicas have to go the same way.
/// </summary>
public interface IClaimSeats : IWay
{
    /// <summary>Whether it decides by <c>seat_slots</c>: then whoever frees a seat has to free its slot.</summary>
    bool KeepsSlots { get; }

    /// <summary>Sells the seats of a hold, once.</summary>
    /// <param name="hold">What is to be sold.</param>
    /// <param name="terms">Of its game.</param>
    /// <param name="sell">Sends the purchase to the primary, with what the way adds to it.</param>
    /// <returns>What the sale came to, or a refusal without asking for it.</returns>
    Task<Result<T>> SellAsync<T>(Holds.Hold hold, CatalogQueries.SaleTerms terms, Func<ClaimText, Task<Result<T>>> sell)
        where T : class;
}
