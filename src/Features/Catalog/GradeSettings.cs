
namespace Dugout.Features.Catalog;

/// <summary>The settings of a seat grade that an operator can change.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Price">One seat's price, whole won.</param>
/// <param name="SeatsPerAccount">Maximum number of seats of the grade per account.</param>
/// <example>{"name":"블루석","price":27000,"seatsPerAccount":4}</example>
public sealed record GradeSettings(string Name, long Price, int SeatsPerAccount)
{
    internal const int LongestName = 60;
    internal const int HighestPrice = 10_000_000;

    /// <summary>Reads and locks a grade's settings until the transaction ends; null if the game has no such grade.</summary>
    internal static Task<GradeSettings?> ReadAsync(LeasedConnection connection, long gameId, long gradeId) =>
        connection.QuerySingleOrDefaultAsync<GradeSettings>(
            "SELECT name AS Name, price AS Price, seats_per_account AS SeatsPerAccount FROM grades WHERE game_id = @gameId AND id = @gradeId FOR UPDATE",
            new { gameId, gradeId });
}
