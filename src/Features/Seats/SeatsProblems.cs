using Dugout.Features.Catalog;

namespace Dugout.Features.Seats;

/// <summary>The errors of holds and reservations, with their stable codes.</summary>
public static class SeatsProblems
{
    /// <summary>The game has no seat of this grade and number.</summary>
    public static readonly Problem NoSuchSeat = new(404, "no-such-seat", "The game has no such seat.");

    /// <summary>The reservation never had a seat of this grade and number.</summary>
    public static readonly Problem NoSuchSeatReserved = NoSuchSeat with { Detail = "The reservation has no such seat." };

    /// <summary>The hold exists, but belongs to another account.</summary>
    public static readonly Problem NoSuchHold = new(404, "no-such-hold", "There is no such hold.");

    /// <summary>A seat is sold, blocked or held; member <c>seats</c> lists the seats and reasons.</summary>
    public static readonly Problem SeatTaken = new(409, "seat-taken", "At least one of the seats is taken; choose other seats.");

    /// <summary>No row has so many adjacent free seats; member <c>seats</c> lists free seats apart from each other.</summary>
    public static readonly Problem NotAdjacent = new(409, "not-adjacent", "No row has so many adjacent free seats; hold the listed seats, or ask for fewer.");

    /// <summary>At least one of the seats to release isn't blocked.</summary>
    public static readonly Problem NotBlocked = new(409, "not-blocked", "At least one of the seats is not blocked.");

    /// <summary>The account would exceed its seat limit for the game or for the grade.</summary>
    public static readonly Problem LimitReached = new(409, "limit-reached", "The request exceeds the number of seats that one account may have.");

    /// <summary>The sale of this game has not begun.</summary>
    public static readonly Problem SaleNotOpen = new(409, "sale-not-open", "The sale has not opened yet.");

    /// <summary>The game has a waiting room, and the request has no valid pass for it.</summary>
    public static readonly Problem WaitingRoom = new(409, "waiting-room", "This game has a waiting room; take a ticket, and send the pass when your number is up.");

    /// <summary>The sale of this game is over.</summary>
    public static readonly Problem SaleClosed = new(409, "sale-closed", "The sale is closed.");

    /// <summary>The address, the account or the replica has too many open streams of seat changes.</summary>
    public static readonly Problem TooManyStreams =
        new(429, "too-many-requests", "There are too many open streams; ask for the taken seats of a grade at intervals instead.", RetryAfter: 10);

    /// <summary>The hold has expired or never existed.</summary>
    public static readonly Problem HoldExpired = new(409, "hold-expired", "The hold has expired; hold the seats again.");

    /// <summary>The hold has reached its maximum lifetime.</summary>
    public static readonly Problem RenewalLimit = new(409, "renewal-limit", "The hold has reached its maximum lifetime and cannot be renewed.");

    /// <summary>The reservation does not exist, or belongs to another account.</summary>
    public static readonly Problem NoSuchReservation = new(404, "no-such-reservation", "There is no such reservation.");

    /// <summary>The error of a request outside the sale; null during the sale.</summary>
    internal static Problem? OfSale(CatalogQueries.SaleTerms terms, DateTime now) =>
        now < terms.OpensAt ? SaleNotOpen : now >= terms.ClosesAt ? SaleClosed : null;
}
