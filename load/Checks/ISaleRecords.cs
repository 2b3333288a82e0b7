using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks;

/// <summary>The rows a run is checked against. Ships with one implementation, <see cref="SaleDatabase"/>, because it is the boundary to another process.</summary>
internal interface ISaleRecords
{
    /// <summary>The database's engine and version, for display.</summary>
    Task<string> EngineAsync();

    /// <summary>The number of seeded accounts that can buy.</summary>
    Task<int> CountFansAsync();

    /// <summary>The time by the database's clock, UTC.</summary>
    Task<DateTime> NowAsync();

    /// <summary>The rows that violate a rule, each as <c>column value, column value</c>; empty when the rule passed. At most the first hundred.</summary>
    Task<IReadOnlyList<string>> BreachesAsync(Rule rule);

    /// <summary>Reservations made since a time, and reservations with one of these ids regardless of time.</summary>
    Task<IReadOnlyList<ReservationRow>> ReservationsAsync(DateTime since, IReadOnlyCollection<long> ids);

    /// <summary>Every live claim on a seat of a game.</summary>
    Task<IReadOnlyList<ClaimRow>> ClaimsAsync(long game);

    /// <summary>Every coupon of these accounts.</summary>
    Task<IReadOnlyList<CouponRow>> CouponsAsync(IReadOnlyCollection<long> accounts);

    /// <summary>The number of rows of the main tables, by table.</summary>
    Task<IReadOnlyDictionary<string, long>> CountRowsAsync();

    /// <summary>The writings of these accounts of some kinds since a time. Likes are returned regardless of time.</summary>
    Task<IReadOnlyList<WritingRow>> WritingsAsync(IReadOnlyCollection<WritingKind> kinds, IReadOnlyCollection<long> accounts, DateTime since);

    /// <summary>The notices created for seeded accounts since a time. Requires a system that has notices.</summary>
    Task<IReadOnlyList<NoticeRow>> NoticesAsync(DateTime since);

    /// <summary>The grades of a game with their sold and blocked seats.</summary>
    Task<IReadOnlyList<GradeRow>> GradesAsync(long game);
}

/// <summary>A reservation with the seats of its history, including which of them it still has.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Account">The buyer.</param>
/// <param name="Game">The game.</param>
/// <param name="Hold">The hold it was made from.</param>
/// <param name="Total">Its price, in won.</param>
/// <param name="ReservedAt">When it was made, UTC, by the clock of the API that made it.</param>
/// <param name="Seats">Each seat that was bought.</param>
internal sealed record ReservationRow(long Id, long Account, long Game, long Hold, long Total, DateTime ReservedAt, IReadOnlyList<SeatRow> Seats);

/// <summary>A seat of a reservation.</summary>
/// <param name="Grade">Its grade.</param>
/// <param name="Number">Its number.</param>
/// <param name="Price">Its price, in won.</param>
/// <param name="Claimed">Whether the seat is currently sold to this reservation.</param>
/// <param name="Cancelled">Whether the row is marked as cancelled.</param>
internal sealed record SeatRow(long Grade, int Number, long Price, bool Claimed, bool Cancelled = false);

/// <summary>A live claim on a seat.</summary>
/// <param name="Game">The game.</param>
/// <param name="Grade">The seat's grade.</param>
/// <param name="Number">The seat's number.</param>
/// <param name="Reservation">The reservation that has the seat; null where an operator blocked it.</param>
internal sealed record ClaimRow(long Game, long Grade, int Number, long? Reservation);

/// <summary>A coupon.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Campaign">Its campaign.</param>
/// <param name="Account">Its owner.</param>
/// <param name="ClaimedAt">When it was claimed, UTC, by the clock of the API that issued it.</param>
internal sealed record CouponRow(long Id, long Campaign, long Account, DateTime ClaimedAt);

/// <summary>A writing of a fan.</summary>
/// <param name="Kind">Its kind.</param>
/// <param name="Id">Its id; null for a like, which has none.</param>
/// <param name="Account">Its author.</param>
/// <param name="Post">The post it refers to; null for a post.</param>
/// <param name="Text">Its text; empty for a like.</param>
/// <param name="At">When it was written, UTC, by the clock of the API that stored it.</param>
internal sealed record WritingRow(WritingKind Kind, long? Id, long Account, long? Post, string Text, DateTime At);

/// <summary>A grade of a game.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Capacity">The number of seats.</param>
/// <param name="Sold">The number of sold seats.</param>
/// <param name="Blocked">The number of seats blocked by an operator.</param>
/// <param name="SeatsPerAccount">The maximum number of seats of the grade per account.</param>
/// <param name="SeatsPerAccountInGame">The maximum number of seats of the whole game per account.</param>
internal sealed record GradeRow(long Id, int Capacity, int Sold, int Blocked, int SeatsPerAccount, int SeatsPerAccountInGame);
