using Dugout.Features.Catalog;
using Dugout.Features.Seats;

namespace Dugout.Features.Watch;

/// <summary>What a seat looks like on the page, by the two bits it is sent as.</summary>
public enum SeatStatus : byte
{
    /// <summary>Anybody can have it.</summary>
    Free = 0,

    /// <summary>Somebody is about to buy it.</summary>
    Held = 1,

    /// <summary>Somebody has bought it.</summary>
    Sold = 2,

    /// <summary>An operator keeps it from sale.</summary>
    Blocked = 3,
}

/// <summary>Draws grades: from what is claimed and held to what is shown.</summary>
internal static class SeatStatuses
{
    private const int BitsASeat = 2;
    private const int SeatsAByte = 8 / BitsASeat;

    /// <summary>A grade's seats and counts. A seat that is claimed and still held is claimed: its hold is about to end.</summary>
    /// <param name="terms">The grade.</param>
    /// <param name="claimed">Its seats with claims.</param>
    /// <param name="held">The numbers of its held seats.</param>
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
