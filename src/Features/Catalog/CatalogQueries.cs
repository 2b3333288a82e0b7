using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Features.Catalog;

/// <summary>
/// Queries of the catalogue for other slices. Read from the primary, because prices and sale windows must be current. Sale terms are
/// cached for a second with refresh-ahead, so a burst of requests for a game costs about two queries a second and waits at most
/// once.
/// </summary>
public sealed class CatalogQueries(Reads reads, TimeProvider clock)
{
    /// <summary>SELECT of <c>thing</c>, a game, and <c>team</c>: one row per game and team that plays it.</summary>
    public const string Teams = "SELECT id AS thing, home_team_id AS team FROM games UNION ALL SELECT id, away_team_id FROM games";

    private readonly RefreshAheadCache<long, IReadOnlyList<SeatBlock>> _blocks = new(gradeId => BlocksAsync(reads, gradeId), clock);
    private readonly RefreshAheadCache<long, SaleTerms> _terms = new(gameId => QueryAsync(reads, gameId), clock);
    private readonly RefreshAheadCache<bool, IReadOnlySet<long>> _teams = new(_ => TeamIdsAsync(reads), clock);

    /// <summary>The sale terms of a game.</summary>
    /// <param name="OpensAt">Start of the sale, UTC, inclusive.</param>
    /// <param name="ClosesAt">End of the sale, UTC, exclusive.</param>
    /// <param name="SeatsPerAccount">Maximum number of seats of the game per account.</param>
    /// <param name="Grades">Its seat grades, ids ascending.</param>
    public sealed record SaleTerms(DateTime OpensAt, DateTime ClosesAt, int SeatsPerAccount, IReadOnlyList<GradeTerms> Grades)
    {
        /// <summary>The terms of one grade; null if the game has no such grade.</summary>
        public GradeTerms? Grade(long gradeId) => Grades.FirstOrDefault(grade => grade.GradeId == gradeId);
    }

    /// <summary>The sale terms of a grade.</summary>
    /// <param name="GradeId">Its id.</param>
    /// <param name="Name">Its Korean name.</param>
    /// <param name="Price">One seat's price, whole won.</param>
    /// <param name="Capacity">Number of seats; they are numbered from 1.</param>
    /// <param name="SeatsPerAccount">Maximum number of seats of the grade per account.</param>
    public sealed record GradeTerms(long GradeId, string Name, long Price, int Capacity, int SeatsPerAccount)
    {
        /// <summary>Whether the grade has a seat with this number.</summary>
        public bool Has(int number) => number >= 1 && number <= Capacity;
    }

    /// <summary>A block of a grade; its seats are numbered row by row.</summary>
    /// <param name="FirstNumber">Number of its first seat.</param>
    /// <param name="Rows">Number of rows; the first is the best.</param>
    /// <param name="SeatsPerRow">Number of seats in each row.</param>
    public sealed record SeatBlock(int FirstNumber, int Rows, int SeatsPerRow);

    /// <summary>The outbox message that a game's start has changed, written in the same transaction as the change.</summary>
    /// <param name="GameId">The game.</param>
    /// <param name="Title">The Korean title: both teams.</param>
    public sealed record GameMoved(long GameId, string Title) : IOutboxMessage
    {
        /// <summary>The topic of these messages.</summary>
        public const string Topic = "game-moved";

        string IOutboxMessage.Topic => Topic;
    }

    /// <summary>A game currently on sale.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="Title">The Korean title: both teams.</param>
    /// <param name="StartsAt">When it starts, UTC.</param>
    public sealed record GameOnSale(long Id, string Title, DateTime StartsAt);

    /// <summary>All games currently on sale, ordered by start: about seven hundred in a season.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<IReadOnlyList<GameOnSale>> OnSaleAsync(CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime;
        return await reads.QueryPrimaryAsync(
            database => database.Set<Game>()
                .Where(game => game.SaleOpensAt <= now && game.SaleClosesAt > now)
                .OrderBy(game => game.StartsAt).ThenBy(game => game.Id)
                .Select(game => new GameOnSale(game.Id, game.Title, game.StartsAt))
                .ToListAsync(CancellationToken.None),
            cancellation);
    }

    /// <summary>A seat grade of a game currently on sale.</summary>
    /// <param name="GameId">The game.</param>
    /// <param name="GradeId">The grade.</param>
    /// <param name="Capacity">Number of seats.</param>
    public sealed record GradeOnSale(long GameId, long GradeId, int Capacity);

    /// <summary>The seat grades of all games currently on sale, unordered: about 3,500 in a season. May be a moment old.</summary>
    /// <exception cref="MySqlException">Neither a replica nor the primary responded.</exception>
    public async Task<IReadOnlyList<GradeOnSale>> GradesOnSaleAsync(CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime;
        return await reads.QueryAsync(
            ConsistencyToken.Nothing,
            (database, ask) => (from game in database.Set<Game>()
                                join grade in database.Set<Grade>() on game.Id equals grade.GameId
                                where game.SaleOpensAt <= now && game.SaleClosesAt > now
                                select new GradeOnSale(game.Id, grade.Id, grade.Capacity)).ToListAsync(ask),
            cancellation);
    }

    /// <summary>The ids of all teams.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async ValueTask<IReadOnlySet<long>> TeamIdsAsync(CancellationToken cancellation) => (await _teams.GetAsync(true, cancellation))!;

    /// <summary>The titles of the given games by id; unknown ids are omitted.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<IReadOnlyDictionary<long, string>> TitlesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation) => await reads.QueryPrimaryAsync(
        database => database.Set<Game>().Where(game => ids.Contains(game.Id))
            .Select(game => new { game.Id, game.Title })
            .ToDictionaryAsync(game => game.Id, game => game.Title, CancellationToken.None),
        cancellation);

    /// <summary>The sale terms of a game; null if there is no such game.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public ValueTask<SaleTerms?> SaleTermsAsync(long gameId, CancellationToken cancellation) => _terms.GetAsync(gameId, cancellation);

    /// <summary>The blocks of a seat grade, by number of their first seat; null if there is no such grade.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public ValueTask<IReadOnlyList<SeatBlock>?> BlocksAsync(long gradeId, CancellationToken cancellation) => _blocks.GetAsync(gradeId, cancellation);

    private static async Task<IReadOnlyList<SeatBlock>?> BlocksAsync(Reads reads, long gradeId)
    {
        var blocks = await reads.QueryPrimaryAsync(
            database => (from grade in database.Set<Grade>()
                         join block in database.Set<StandBlock>() on grade.StandId equals block.StandId
                         where grade.Id == gradeId
                         orderby block.FirstNumber
                         select new SeatBlock(block.FirstNumber, block.SeatRows, block.SeatsPerRow)).ToListAsync(),
            CancellationToken.None);
        return blocks.Count > 0 ? blocks : null;
    }

    private static async Task<IReadOnlySet<long>?> TeamIdsAsync(Reads reads) =>
        await reads.QueryPrimaryAsync(database => database.Set<Team>().Select(team => team.Id).ToHashSetAsync(), CancellationToken.None);

    private static async Task<SaleTerms?> QueryAsync(Reads reads, long gameId)
    {
        var rows = await reads.QueryPrimaryAsync(
            database => (from grade in database.Set<Grade>()
                         join game in database.Set<Game>() on grade.GameId equals game.Id
                         where game.Id == gameId
                         orderby grade.Id
                         select new
                         {
                             game.SaleOpensAt,
                             game.SaleClosesAt,
                             game.SeatsPerAccount,
                             Grade = new GradeTerms(grade.Id, grade.Name, grade.Price, grade.Capacity, grade.SeatsPerAccount),
                         }).ToListAsync(),
            CancellationToken.None);
        return rows is [var game, ..] ? new(game.SaleOpensAt, game.SaleClosesAt, game.SeatsPerAccount, rows.ConvertAll(row => row.Grade)) : null;
    }
}
