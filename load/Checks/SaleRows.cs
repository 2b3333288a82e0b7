using Dugout.Load.Client;

namespace Dugout.Load.Checks;

/// <summary>The rows after a run: the other side of every check.</summary>
/// <param name="since">When the run began, by the database's clock.</param>
/// <param name="reservations">Reservations made since, and every acknowledged one.</param>
/// <param name="games">The games with operations in the run.</param>
internal sealed class SaleRows(DateTime since, IReadOnlyList<ReservationRow> reservations, IReadOnlyList<GameRows> games)
{
    public DateTime Since => since;

    public IReadOnlyList<ReservationRow> Reservations => reservations;

    public IReadOnlyList<GameRows> Games => games;

    /// <summary>Reservations by id.</summary>
    public IReadOnlyDictionary<long, ReservationRow> ById { get; } = reservations.DistinctBy(row => row.Id).ToDictionary(row => row.Id);

    /// <summary>Reservations by the hold they were made from.</summary>
    public IReadOnlyDictionary<long, ReservationRow> ByHold { get; } = reservations.DistinctBy(row => row.Hold).ToDictionary(row => row.Hold);
}

/// <summary>One game after a run: its rows, and the shop's view of them.</summary>
/// <param name="Game">The game.</param>
/// <param name="Grades">Its grades.</param>
/// <param name="Claims">Every live claim on its seats.</param>
/// <param name="Remaining">Seats left by grade, as the shop shows them.</param>
/// <param name="QueriedAt">When the shop was queried for taken seats, since the run's begin.</param>
/// <param name="Taken">Seats the shop shows as taken, in the grades used by the run.</param>
/// <param name="Unread">What could not be read from the shop or the rows, in words; empty when everything was read.</param>
internal sealed record GameRows(
    long Game, IReadOnlyList<GradeRow> Grades, IReadOnlyList<ClaimRow> Claims, IReadOnlyDictionary<long, int> Remaining,
    TimeSpan QueriedAt, IReadOnlyList<Seat> Taken, IReadOnlyList<string> Unread);
