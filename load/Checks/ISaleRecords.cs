using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks;

/// <summary>The rows a run is checked against. Ships with one implementation, <see cref="SaleDatabase"/>; it is the edge to another process.</summary>
internal interface ISaleRecords
{
    /// <summary>The database's engine and version, as shown to people.</summary>
    Task<string> EngineAsync();

    /// <summary>How many seeded accounts can buy.</summary>
    Task<int> CountFansAsync();

    /// <summary>The time by the database's clock, UTC.</summary>
    Task<DateTime> NowAsync();

    /// <summary>The rows that break a rule, each as <c>column value, column value</c>; none when it holds. At most the first hundred.</summary>
    Task<IReadOnlyList<string>> BreachesAsync(Rule rule);

    /// <summary>Reservations made since a time, and those with one of these ids whenever they were made.</summary>
    Task<IReadOnlyList<ReservationRow>> ReservationsAsync(DateTime since, IReadOnlyCollection<long> ids);

    /// <summary>Every live claim on a seat of a game.</summary>
    Task<IReadOnlyList<ClaimRow>> ClaimsAsync(long game);

    /// <summary>Every coupon of these accounts.</summary>
    Task<IReadOnlyList<CouponRow>> CouponsAsync(IReadOnlyCollection<long> accounts);

    /// <summary>How many rows the main tables have, by table.</summary>
    Task<IReadOnlyDictionary<string, long>> CountRowsAsync();

    /// <summary>What these accounts have written of some kinds since a time, and all their likes where those are asked for.</summary>
    Task<IReadOnlyList<WritingRow>> WritingsAsync(IReadOnlyCollection<WritingKind> kinds, IReadOnlyCollection<long> accounts, DateTime since);

    /// <summary>The notices that were made for seeded accounts since a time. Only a system that has notices can be asked.</summary>
    Task<IReadOnlyList<NoticeRow>> NoticesAsync(DateTime since);

    /// <summary>The grades of a game with what is sold and blocked of them.</summary>
    Task<IReadOnlyList<GradeRow>> GradesAsync(long game);
}

/// <summary>A reservation with the seats of its history, and of these the ones it still has.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Account">Who bought.</param>
/// <param name="Game">The game.</param>
/// <param name="Hold">The hold it was made from.</param>
/// <param name="Total">What it cost, in won.</param>
/// <param name="ReservedAt">When, UTC, by the clock of the API that made it.</param>
/// <param name="Seats">Each seat that was bought.</param>
internal sealed record ReservationRow(long Id, long Account, long Game, long Hold, long Total, DateTime ReservedAt, IReadOnlyList<SeatRow> Seats);

/// <summary>A seat of a reservation.</summary>
/// <param name="Grade">Its grade.</param>
/// <param name="Number">Its number.</param>
/// <param name="Price">What it cost, in won.</param>
/// <param name="Claimed">Whether the seat is sold to this very reservation at this moment.</param>
/// <param name="Cancelled">Whether the row says that it was cancelled.</param>
internal sealed record SeatRow(long Grade, int Number, long Price, bool Claimed, bool Cancelled = false);

/// <summary>A live claim on a seat.</summary>
/// <param name="Game">The game.</param>
/// <param name="Grade">The seat's grade.</param>
/// <param name="Number">The seat's number.</param>
/// <param name="Reservation">Whose it is; null where an operator blocked the seat.</param>
internal sealed record ClaimRow(long Game, long Grade, int Number, long? Reservation);

/// <summary>A coupon.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Campaign">Its campaign.</param>
/// <param name="Account">Whose it is.</param>
/// <param name="ClaimedAt">When it was claimed, UTC, by the clock of the API that gave it.</param>
internal sealed record CouponRow(long Id, long Campaign, long Account, DateTime ClaimedAt);

/// <summary>Something that a fan has written.</summary>
/// <param name="Kind">What.</param>
/// <param name="Id">Its id; null for a like, which has none.</param>
/// <param name="Account">Who wrote it.</param>
/// <param name="Post">What post it is about; null for a post.</param>
/// <param name="Text">What it says; empty for a like.</param>
/// <param name="At">When, UTC, by the clock of the API that took it.</param>
internal sealed record WritingRow(WritingKind Kind, long? Id, long Account, long? Post, string Text, DateTime At);

/// <summary>A grade of a game.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Capacity">How many seats it has.</param>
/// <param name="Sold">How many of them are sold.</param>
/// <param name="Blocked">How many of them an operator blocked.</param>
/// <param name="SeatsPerAccount">Most seats of the grade an account may have.</param>
/// <param name="SeatsPerAccountInGame">Most seats of the whole game an account may have.</param>
internal sealed record GradeRow(long Id, int Capacity, int Sold, int Blocked, int SeatsPerAccount, int SeatsPerAccountInGame);
