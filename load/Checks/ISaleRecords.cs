namespace Dugout.Load.Checks;

/// <summary>The rows a run is checked against. Ships with one implementation, <see cref="SaleDatabase"/>; it is the edge to another process.</summary>
internal interface ISaleRecords
{
    /// <summary>How many seeded accounts can buy.</summary>
    Task<int> CountFansAsync();

    /// <summary>The time by the database's clock, UTC.</summary>
    Task<DateTime> NowAsync();

    /// <summary>The rows that break a rule, each as <c>column value, column value</c>; none when it holds. At most the first hundred.</summary>
    Task<IReadOnlyList<string>> BreachesAsync(Rule rule);

    /// <summary>Reservations made since a time, and those with ids from <paramref name="least"/> to <paramref name="greatest"/> whenever they were made.</summary>
    Task<IReadOnlyList<ReservationRow>> ReservationsAsync(DateTime since, long least, long greatest);

    /// <summary>For each grade of a game: its id, how many seats it has, and how many of them are sold.</summary>
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
internal sealed record SeatRow(long Grade, int Number, long Price, bool Claimed);

/// <summary>A grade's seats and how many of them are sold.</summary>
internal sealed record GradeRow(long Id, int Capacity, int Sold);
