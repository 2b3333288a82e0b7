
namespace Dugout.Features.Seats;

/// <summary>The outbox message that seats of a game changed state, written in the same transaction as the change.</summary>
/// <param name="Kind"><c>sold</c>, <c>cancelled</c>, <c>blocked</c> or <c>released</c>.</param>
/// <param name="GameId">The game.</param>
/// <param name="Seats">The seats.</param>
/// <param name="ReservationId">The purchase they belong to; null for an operator act.</param>
/// <param name="AccountId">The buyer, or the operator that acted.</param>
public sealed record SeatsChanged(string Kind, long GameId, IReadOnlyList<Seat> Seats, long? ReservationId, long AccountId) : IOutboxMessage
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "seats-changed";

    string IOutboxMessage.Topic => Topic;

    /// <summary>A purchase.</summary>
    public static SeatsChanged Sold(long account, ReserveSeats.ReserveAnswer sold)
    {
        ArgumentNullException.ThrowIfNull(sold);
        return new("sold", sold.GameId, [.. sold.Seats.Select(seat => seat.Seat)], sold.ReservationId, account);
    }

    /// <summary>Cancelled seats of a purchase.</summary>
    public static SeatsChanged Cancelled(long account, long gameId, long reservationId, IReadOnlyList<Seat> seats) =>
        new("cancelled", gameId, seats, reservationId, account);

    /// <summary>Seats an operator has blocked from sale.</summary>
    public static SeatsChanged Blocked(long account, long gameId, IReadOnlyList<Seat> seats) => new("blocked", gameId, seats, ReservationId: null, account);

    /// <summary>Seats an operator has released for sale.</summary>
    public static SeatsChanged Released(long account, long gameId, IReadOnlyList<Seat> seats) => new("released", gameId, seats, ReservationId: null, account);
}
