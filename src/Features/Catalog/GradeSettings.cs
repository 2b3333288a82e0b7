
namespace Dugout.Features.Catalog;

/// <summary>What an operator may change of a seat grade.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Price">One seat's price, whole won.</param>
/// <param name="SeatsPerAccount">Most seats of it one account may have.</param>
public sealed record GradeSettings(string Name, long Price, int SeatsPerAccount)
{
    private const int LongestName = 60;
    private const long HighestPrice = 10_000_000;

    /// <summary>The refusal of settings as they were sent, null standing for what was left out; null where all can be read.</summary>
    /// <param name="name">The name.</param>
    /// <param name="price">The price.</param>
    /// <param name="seatsPerAccount">The limit.</param>
    /// <param name="where">What comes before the members' names in the request.</param>
    internal static Problem? ErrorOf(string? name, long? price, int? seatsPerAccount, string where = "") =>
        (name is { Length: 0 or > LongestName } ? Problem.InvalidField($"{where}name", $"Give 1 to {LongestName} characters.") : null)
        ?? (price is < 0 or > HighestPrice ? Problem.InvalidField($"{where}price", $"Give 0 to {HighestPrice} won.") : null)
        ?? GameSettings.ErrorOfLimit(seatsPerAccount, where);

    /// <summary>Reads them, and keeps others from changing them until the transaction ends; null where the game has no such grade.</summary>
    internal static Task<GradeSettings?> ReadAsync(LeasedConnection connection, long gameId, long gradeId) =>
        connection.QuerySingleOrDefaultAsync<GradeSettings>(
            "SELECT name AS Name, price AS Price, seats_per_account AS SeatsPerAccount FROM grades WHERE game_id = @gameId AND id = @gradeId FOR UPDATE",
            new { gameId, gradeId });
}
