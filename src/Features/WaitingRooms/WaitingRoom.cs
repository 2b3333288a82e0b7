namespace Dugout.Features.WaitingRooms;

/// <summary>A waiting room that is not closed, as the primary had it at a moment.</summary>
/// <param name="row">Its row.</param>
/// <param name="now">The primary's time of that moment, UTC.</param>
internal sealed class WaitingRoom(WaitingRoomRow row, DateTime now)
{
    /// <summary>The states that an operator sets.</summary>
    public const string Open = "open";

    /// <summary>No fan is admitted until it is opened again.</summary>
    public const string Paused = "paused";

    /// <summary>Everybody is admitted at the highest rate; then the room closes.</summary>
    public const string Draining = "draining";

    /// <summary>The game can be bought without a pass.</summary>
    public const string Closed = "closed";

    private readonly Lazy<int[]> _drawn = new(() => Draw.Numbers(row.Seed, row.Drawn ?? 0));

    public WaitingRoomRow Row => row;

    public DateTime Now => now;

    /// <summary>The state as the public document names it.</summary>
    public string State => row switch
    {
        { Drawn: null } => now < row.OpensAt ? "before" : "draw",
        { IsSoldOut: true } => "soldOut",
        _ => row.State,
    };

    /// <summary>The number of a ticket; null before the draw.</summary>
    public int? NumberOf(int place) => row.Drawn is not { } drawn ? null : place < drawn ? _drawn.Value[place] : place;

    /// <summary>A copy with the same draw, for a later row of the same room.</summary>
    public WaitingRoom With(WaitingRoomRow later, DateTime at) =>
        later.Drawn == row.Drawn && later.Seed == row.Seed ? new(later, at, _drawn) : new(later, at);

    private WaitingRoom(WaitingRoomRow row, DateTime now, Lazy<int[]> drawn)
        : this(row, now) => _drawn = drawn;
}
