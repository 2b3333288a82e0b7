
namespace Dugout.Features.Catalog;

/// <summary>What an operator may change of a game.</summary>
/// <param name="Title">What it is called.</param>
/// <param name="StartsAt">First pitch, UTC.</param>
/// <param name="SaleOpensAt">First moment of the sale, UTC.</param>
/// <param name="SaleClosesAt">End of the sale, UTC.</param>
/// <param name="SeatsPerAccount">Most seats one account may have.</param>
public sealed record GameSettings(string Title, DateTime StartsAt, DateTime SaleOpensAt, DateTime SaleClosesAt, int SeatsPerAccount)
{
    /// <summary>The limit of a game, and of a grade, unless an operator gives another.</summary>
    public const int DefaultSeatsPerAccount = 4;

    private const int LongestTitle = 120;
    private const int HighestLimit = 100;

    /// <summary>The refusal of a window that ends before it begins.</summary>
    internal static readonly Problem ClosesTooEarly = Problem.InvalidField("saleClosesAt", "Give a time after saleOpensAt.");

    /// <summary>The refusal of settings as they were sent, null standing for what was left out; null where all can be read.</summary>
    internal static Problem? ErrorOf(string? title, DateTime? startsAt, DateTime? saleOpensAt, DateTime? saleClosesAt, int? seatsPerAccount) =>
        (title is { Length: 0 or > LongestTitle } ? Problem.InvalidField("title", $"Give 1 to {LongestTitle} characters.") : null)
        ?? Times.ErrorOf("startsAt", startsAt)
        ?? Times.ErrorOf("saleOpensAt", saleOpensAt)
        ?? Times.ErrorOf("saleClosesAt", saleClosesAt)
        ?? ErrorOfLimit(seatsPerAccount);

    /// <summary>The refusal of a limit; null where it is one.</summary>
    internal static Problem? ErrorOfLimit(int? seatsPerAccount, string where = "") =>
        seatsPerAccount is < 1 or > HighestLimit ? Problem.InvalidField($"{where}seatsPerAccount", $"Give 1 to {HighestLimit}.") : null;

    /// <summary>Reads them, and keeps others from changing them until the transaction ends; null where there is no such game.</summary>
    internal static async Task<GameSettings?> ReadAsync(LeasedConnection connection, long gameId)
    {
        const string Sql = """
            SELECT title AS Title, starts_at AS StartsAt, sale_opens_at AS SaleOpensAt, sale_closes_at AS SaleClosesAt, seats_per_account AS SeatsPerAccount
            FROM games WHERE id = @gameId FOR UPDATE
            """;
        return await connection.QuerySingleOrDefaultAsync<GameSettings>(Sql, new { gameId }) is { } read
            ? read with { StartsAt = read.StartsAt.Utc(), SaleOpensAt = read.SaleOpensAt.Utc(), SaleClosesAt = read.SaleClosesAt.Utc() }
            : null;
    }
}
