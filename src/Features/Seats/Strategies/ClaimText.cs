namespace Dugout.Features.Seats;

/// <summary>
/// The SQL a strategy adds to a purchase. To reject a seat, the strategy prevents the insert of the reservation: the following inserts then
/// lack their parent row, and the server stops there. The SQL may use the purchase's placeholders: <c>@GameId</c>, <c>@holdId</c>,
/// <c>@grade0</c>, <c>@number0</c> and so on.
/// </summary>
/// <param name="Before">A statement immediately before the insert of the reservation; may be empty.</param>
/// <param name="Condition">A condition of that insert, beginning with <c>AND</c>; may be empty.</param>
/// <param name="After">A statement before the insert of the claims; may be empty.</param>
public sealed record ClaimText(string Before, string Condition, string After)
{
    /// <summary>No additional SQL: the primary key of the claims decides.</summary>
    public static ClaimText ByKey { get; } = new("", "", "");
}
