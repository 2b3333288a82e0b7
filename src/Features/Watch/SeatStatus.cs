using Dugout.Features.Catalog;
using Dugout.Features.Seats;

namespace Dugout.Features.Watch;

/// <summary>The status of a seat on the page, by its two-bit code.</summary>
public enum SeatStatus : byte
{
    /// <summary>Available.</summary>
    Free = 0,

    /// <summary>Held by an account.</summary>
    Held = 1,

    /// <summary>Sold.</summary>
    Sold = 2,

    /// <summary>Blocked from sale by an operator.</summary>
    Blocked = 3,
}

/// <summary>Converts claims and holds to displayed grades.</summary>
internal static class SeatStatuses
{
    private const int BitsASeat = 2;
    private const int SeatsAByte = 8 / BitsASeat;

    /// <summary>A grade's seats and counts. A seat that is both claimed and held counts as claimed, because its hold is about to end.</summary>
    /// <param name="terms">The grade.</param>
    /// <param name="claimed">Its claimed seats.</param>
    /// <param name="held">Its held seat numbers.</param>
    public static WatchGame.WatchedGrade Of(
        CatalogQueries.GradeTerms terms, IReadOnlyCollection<SeatsQueries.ClaimedSeat> claimed, IEnumerable<int> held)
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

    private static byte[] Packed(ReadOnlySpan<SeatStatus> looks)
    {
        var bytes = new byte[(looks.Length + SeatsAByte - 1) / SeatsAByte];
        for (var index = 0; index < looks.Length; index++)
            bytes[index / SeatsAByte] |= (byte)((byte)looks[index] << (index % SeatsAByte * BitsASeat));
        return bytes;
    }
}
