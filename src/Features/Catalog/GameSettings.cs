
namespace Dugout.Features.Catalog;

/// <summary>The settings of a game that an operator can change.</summary>
/// <param name="Title">Its title.</param>
/// <param name="StartsAt">First pitch, UTC.</param>
/// <param name="SaleOpensAt">Start of the sale, UTC, inclusive.</param>
/// <param name="SaleClosesAt">End of the sale, UTC, exclusive.</param>
/// <param name="SeatsPerAccount">Maximum number of seats per account.</param>
/// <example>{"title":"두산 베어스 vs LG 트윈스","startsAt":"2027-04-01T10:00:00Z","saleOpensAt":"2026-11-01T00:00:00Z","saleClosesAt":"2027-04-01T10:00:00Z","seatsPerAccount":6}</example>
public sealed record GameSettings(string Title, DateTime StartsAt, DateTime SaleOpensAt, DateTime SaleClosesAt, int SeatsPerAccount)
{
    /// <summary>Default seat limit of a game and of a grade.</summary>
    public const int DefaultSeatsPerAccount = 4;

    internal const int LongestTitle = 120;
    internal const int HighestLimit = 100;

    /// <summary>The error of a sale window that ends before it begins.</summary>
    internal static readonly Problem ClosesTooEarly = Problem.InvalidField("saleClosesAt", "Give a time after saleOpensAt.");

    /// <summary>Reads and locks a game's settings until the transaction ends; null if there is no such game.</summary>
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
