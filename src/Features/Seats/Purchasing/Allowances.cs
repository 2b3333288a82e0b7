namespace Dugout.Features.Seats;

/// <summary>Names of the rows that count an account's live seats; see <c>Schema/001_seats.sql</c>.</summary>
internal static class Allowances
{
    /// <summary>The grade id of the row that counts the whole game.</summary>
    public const long WholeGame = 0;
}
