using Dugout.Features.Catalog;
using static Dugout.Features.Seats.SeatsQueries;

namespace Dugout.Features.Watch;

/// <summary>Converts claims and holds to displayed grades.</summary>
internal static class SeatStatuses
{
    /// <summary>A grade's seats and counts. A seat that is both claimed and held counts as claimed, because its hold is about to end.</summary>
    /// <param name="terms">The grade.</param>
    /// <param name="claimed">Its claimed seats.</param>
    /// <param name="held">Its held seat numbers.</param>
    public static WatchGame.WatchedGrade Of(
        CatalogQueries.GradeTerms terms, IReadOnlyCollection<ClaimedSeat> claimed, IEnumerable<int> held)
    {
        var looks = new SeatStatus[terms.Capacity + 1];
        foreach (var number in held.Where(terms.Has))
            looks[number] = SeatStatus.Held;
        foreach (var seat in claimed.Where(seat => terms.Has(seat.Number)))
            looks[seat.Number] = seat.Sold > 0 ? SeatStatus.Sold : SeatStatus.Blocked;

        var (claims, sold) = (claimed.Sum(seat => seat.Claims), claimed.Sum(seat => seat.Sold));
        return new(
            terms.GradeId, terms.Capacity, sold, looks.Count(look => look == SeatStatus.Held), Blocked: claims - sold, Remaining: terms.Capacity - claims,
            SoldTwice: claimed.Count(seat => seat.Claims > 1), Packed(looks.AsSpan(1)));
    }
}
