using Dapper;
using MySqlConnector;

namespace Dugout.Features.Catalog;

/// <summary>
/// What other slices may ask the catalogue. Read from the primary: a price or a sale window must be today's. The terms of a sale are
/// kept for a second, so a rush for a game asks the primary twice a second and waits for it once.
/// </summary>
public sealed class CatalogQueries(Databases databases, TimeProvider clock)
{
    /// <summary>SELECT of <c>thing</c>, a game, and <c>team</c>: each game with either team that plays it.</summary>
    public const string Teams = "SELECT id AS thing, home_team_id AS team FROM games UNION ALL SELECT id, away_team_id FROM games";

    private readonly RefreshAheadCache<long, SaleTerms> _terms = new(gameId => QueryAsync(databases, gameId), clock);
    private readonly RefreshAheadCache<bool, IReadOnlySet<long>> _teams = new(_ => AskTeamsAsync(databases), clock);

    /// <summary>On what terms a game's seats are sold.</summary>
    /// <param name="OpensAt">First moment of the sale, UTC.</param>
    /// <param name="ClosesAt">End of the sale, UTC.</param>
    /// <param name="SeatsPerAccount">Most seats of the game one account may have.</param>
    /// <param name="Grades">Its seat grades, ids ascending.</param>
    public sealed record SaleTerms(DateTime OpensAt, DateTime ClosesAt, int SeatsPerAccount, IReadOnlyList<GradeTerms> Grades)
    {
        /// <summary>The terms of one grade; null where the game has no such grade.</summary>
        public GradeTerms? Grade(long gradeId) => Grades.FirstOrDefault(grade => grade.GradeId == gradeId);
    }

    /// <summary>On what terms a grade's seats are sold.</summary>
    /// <param name="GradeId">Its id.</param>
    /// <param name="Name">Its Korean name.</param>
    /// <param name="Price">One seat's price, whole won.</param>
    /// <param name="Capacity">Seats are numbered from 1 to this.</param>
    /// <param name="SeatsPerAccount">Most seats of the grade one account may have.</param>
    public sealed record GradeTerms(long GradeId, string Name, long Price, int Capacity, int SeatsPerAccount)
    {
        /// <summary>Whether a seat of it has this number.</summary>
        public bool Has(int number) => number >= 1 && number <= Capacity;
    }

    /// <summary>The message that a game starts at another time than it was to, written with the change.</summary>
    /// <param name="GameId">The game.</param>
    /// <param name="Title">Who plays whom, in Korean.</param>
    public sealed record GameMoved(long GameId, string Title) : IOutboxMessage
    {
        /// <summary>The topic of these messages.</summary>
        public const string Topic = "game-moved";

        string IOutboxMessage.Topic => Topic;
    }

    /// <summary>A game that can be bought for.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="Title">Who plays whom, in Korean.</param>
    /// <param name="StartsAt">When it starts, UTC.</param>
    public sealed record GameOnSale(long Id, string Title, DateTime StartsAt);

    /// <summary>Every game that is on sale now, in the order they start: about seven hundred in a season.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
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
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async ValueTask<IReadOnlySet<long>> TeamIdsAsync(CancellationToken cancellation) => (await _teams.GetAsync(true, cancellation))!;

    /// <summary>What games are called, by their ids; those that aren't there are left out.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async Task<IReadOnlyDictionary<long, string>> TitlesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation)
    {
        var found = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<(long Id, string Title)>(new("SELECT id, title FROM games WHERE id IN @ids", new { ids }, cancellationToken: cancellation)), cancellation);
        return found.ToDictionary(game => game.Id, game => game.Title);
    }

    /// <summary>The terms of a game's sale; null where there is no such game.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
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
