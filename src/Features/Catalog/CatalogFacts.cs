using Dapper;
using Dugout.Features.Shared;

namespace Dugout.Features.Catalog;

/// <summary>What other slices may ask the catalogue. Read from the primary: a price or a sale window must be today's.</summary>
public sealed class CatalogFacts(Databases databases)
{
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
    public sealed record GradeTerms(long GradeId, string Name, long Price, int Capacity, int SeatsPerAccount);

    /// <summary>The terms of a game's sale; null where there is no such game.</summary>
    public async Task<SaleTerms?> SaleTermsAsync(long gameId, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT game.sale_opens_at AS OpensAt, game.sale_closes_at AS ClosesAt, game.seats_per_account AS SeatsAGame,
                   grade.id AS GradeId, grade.name AS Name, grade.price AS Price, grade.capacity AS Capacity, grade.seats_per_account AS SeatsAGrade
            FROM games game JOIN grades grade ON grade.game_id = game.id
            WHERE game.id = @gameId
            ORDER BY grade.id
            """;
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var rows = (await connection.QueryAsync<TermsRow>(new(Sql, new { gameId }, cancellationToken: cancellation))).AsList();
        return rows is [var game, ..]
            ? new(
                DateTime.SpecifyKind(game.OpensAt, DateTimeKind.Utc), DateTime.SpecifyKind(game.ClosesAt, DateTimeKind.Utc), game.SeatsAGame,
                rows.ConvertAll(row => new GradeTerms(row.GradeId, row.Name, row.Price, row.Capacity, row.SeatsAGrade)))
            : null;
    }

    private sealed record TermsRow(
        DateTime OpensAt, DateTime ClosesAt, int SeatsAGame, long GradeId, string Name, long Price, int Capacity, int SeatsAGrade);
}
