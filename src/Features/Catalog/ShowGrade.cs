using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Catalog;

/// <summary>
/// One seat grade of a game, with the blocks of its seats. Anonymous access. Read from a replica. Returns 200. Errors: 404
/// <c>no-such-game</c> or <c>no-such-grade</c> (also for a grade of another game).
/// </summary>
public static class ShowGrade
{
    /// <summary>The grade.</summary>
    /// <param name="GradeId">Its id.</param>
    /// <param name="Name">Its Korean name.</param>
    /// <param name="Price">One seat's price, whole won.</param>
    /// <param name="Capacity">Number of seats, numbered from 1.</param>
    /// <param name="SeatsPerAccount">Maximum number of seats of the grade per account.</param>
    /// <param name="Blocks">Its blocks, which together hold all its seats.</param>
    /// <example>{"gradeId":11,"name":"테이블석","price":50000,"capacity":1000,"seatsPerAccount":4,"blocks":[{"name":"101","rows":20,"seatsPerRow":25,"firstNumber":1},{"name":"102","rows":20,"seatsPerRow":25,"firstNumber":501}]}</example>
    public sealed record GradeDetail(
        long GradeId, string Name, long Price, int Capacity, int SeatsPerAccount, IReadOnlyList<Block> Blocks);

    /// <summary>A block; its seats are numbered row by row from the first number.</summary>
    /// <param name="Name">The name on the stadium's signs.</param>
    /// <param name="Rows">Number of rows.</param>
    /// <param name="SeatsPerRow">Number of seats in each row.</param>
    /// <param name="FirstNumber">The number of its first seat.</param>
    /// <example>{"name":"101","rows":20,"seatsPerRow":25,"firstNumber":1}</example>
    public sealed record Block(string Name, int Rows, int SeatsPerRow, int FirstNumber);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<GradeDetail>, Problem>> Handle(
        long gameId, long gradeId, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        var found = await cache.GetAsync(
            CatalogResponses.Grade(gameId, gradeId), seen, (database, ask) => FindAsync(database, gameId, gradeId, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<GradeDetail>> FindAsync(ReadContext database, long gameId, long gradeId, CancellationToken cancellation)
    {
        var grade = await database.Set<Grade>()
            .SingleOrDefaultAsync(grade => grade.GameId == gameId && grade.Id == gradeId, cancellation);
        if (grade is null)
            return await database.Set<Game>().AnyAsync(game => game.Id == gameId, cancellation) ? CatalogProblems.NoSuchGrade : CatalogProblems.NoSuchGame;

        var blocks = await database.Set<StandBlock>()
            .Where(block => block.StandId == grade.StandId)
            .OrderBy(block => block.FirstNumber)
            .Select(block => new Block(block.Name, block.SeatRows, block.SeatsPerRow, block.FirstNumber))
            .ToListAsync(cancellation);
        return new GradeDetail(grade.Id, grade.Name, grade.Price, grade.Capacity, grade.SeatsPerAccount, blocks);
    }
}
