namespace Dugout.Features.Seats.Strategies;

/// <summary>
/// What a way adds to the text of a purchase. A seat is refused by leaving the reservation unwritten: what follows then has no parent, and the
/// server stops there. The purchase's own placeholders can be used: <c>@GameId</c>, <c>@holdId</c>, <c>@grade0</c>, <c>@number0</c> and so on.
/// </summary>
/// <param name="Before">A statement right before the reservation is written; may be empty.</param>
/// <param name="Condition">On which alone it is written, beginning with <c>AND</c>; may be empty.</param>
/// <param name="After">A statement before the claims are written; may be empty.</param>
public sealed record ClaimText(string Before, string Condition, string After)
{
    /// <summary>Nothing: the primary key of the claims decides.</summary>
    public static ClaimText ByKey { get; } = new("", "", "");
}
