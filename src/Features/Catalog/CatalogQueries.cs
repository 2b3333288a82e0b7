using Dapper;
using MySqlConnector;

namespace Dugout.Features.Catalog;

/// <summary>
/// Queries of the catalogue for other slices. Read from the primary, because prices and sale windows must be current. Sale terms are
/// cached for a second with refresh-ahead, so a burst of requests for a game costs about two queries a second and waits at most
/// once.
/// </summary>
public sealed class CatalogQueries(Databases databases, TimeProvider clock)
{
    /// <summary>SELECT of <c>thing</c>, a game, and <c>team</c>: one row per game and team that plays it.</summary>
    public const string Teams = "SELECT id AS thing, home_team_id AS team FROM games UNION ALL SELECT id, away_team_id FROM games";

    private readonly RefreshAheadCache<long, SaleTerms> _terms = new(gameId => QueryAsync(databases, gameId), clock);
    private readonly RefreshAheadCache<bool, IReadOnlySet<long>> _teams = new(_ => AskTeamsAsync(databases), clock);

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
        const string Sql = """
            SELECT id AS Id, title AS Title, starts_at AS StartsAt FROM games
            WHERE sale_opens_at <= @now AND sale_closes_at > @now
            ORDER BY starts_at, id
            """;
        var now = clock.GetUtcNow().UtcDateTime;
        var games = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<GameOnSale>(new(Sql, new { now }, cancellationToken: cancellation)), cancellation);
        return [.. games.Select(game => game with { StartsAt = game.StartsAt.Utc() })];
    }

    /// <summary>The ids of all teams.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async ValueTask<IReadOnlySet<long>> TeamIdsAsync(CancellationToken cancellation) => (await _teams.GetAsync(true, cancellation))!;

    /// <summary>The titles of the given games by id; unknown ids are omitted.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<IReadOnlyDictionary<long, string>> TitlesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation)
    {
        var found = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<(long Id, string Title)>(new("SELECT id, title FROM games WHERE id IN @ids", new { ids }, cancellationToken: cancellation)), cancellation);
        return found.ToDictionary(game => game.Id, game => game.Title);
    }

    /// <summary>The sale terms of a game; null if there is no such game.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public ValueTask<SaleTerms?> SaleTermsAsync(long gameId, CancellationToken cancellation) => _terms.GetAsync(gameId, cancellation);

    private static async Task<IReadOnlySet<long>?> AskTeamsAsync(Databases databases) =>
        (await databases.QueryPrimaryAsync(primary => primary.QueryAsync<long>("SELECT id FROM teams"), CancellationToken.None)).ToHashSet();

    private static async Task<SaleTerms?> QueryAsync(Databases databases, long gameId)
    {
        const string Sql = """
            SELECT game.sale_opens_at AS OpensAt, game.sale_closes_at AS ClosesAt, game.seats_per_account AS SeatsAGame,
                   grade.id AS GradeId, grade.name AS Name, grade.price AS Price, grade.capacity AS Capacity, grade.seats_per_account AS SeatsAGrade
            FROM games game JOIN grades grade ON grade.game_id = game.id
            WHERE game.id = @gameId
            ORDER BY grade.id
            """;
        var rows = (await databases.QueryPrimaryAsync(primary => primary.QueryAsync<TermsRow>(Sql, new { gameId }), CancellationToken.None)).AsList();
        return rows is [var game, ..]
            ? new(
                game.OpensAt.Utc(), game.ClosesAt.Utc(), game.SeatsAGame,
                rows.ConvertAll(row => new GradeTerms(row.GradeId, row.Name, row.Price, row.Capacity, row.SeatsAGrade)))
            : null;
    }

    private sealed record TermsRow(
        DateTime OpensAt, DateTime ClosesAt, int SeatsAGame, long GradeId, string Name, long Price, int Capacity, int SeatsAGrade);
}
