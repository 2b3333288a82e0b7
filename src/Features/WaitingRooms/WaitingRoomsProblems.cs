namespace Dugout.Features.WaitingRooms;

/// <summary>The errors of waiting rooms, with their stable codes.</summary>
public static class WaitingRoomsProblems
{
    /// <summary>The game has no waiting room, or it has been closed.</summary>
    public static readonly Problem NoWaitingRoom = new(404, "no-waiting-room", "This game has no waiting room.");

    /// <summary>The ticket is not one of this account and game.</summary>
    public static readonly Problem NoSuchTicket = new(404, "no-such-ticket", "This account has no such ticket for this game; take one.");

    /// <summary>The ticket's number is not up yet.</summary>
    public static readonly Problem NotAdmittedYet = new(409, "not-admitted-yet", "Your number is not up yet.", RetryAfter: 1);

    /// <summary>The ticket's number was not claimed in time, or its pass has expired.</summary>
    public static readonly Problem NumberLapsed = new(409, "number-lapsed", "This number has lapsed or its pass has expired; take a ticket again.");

    /// <summary>The opening of a waiting room can't be moved after its draw.</summary>
    public static readonly Problem AlreadyDrawn = new(409, "already-drawn", "The draw has taken place; the opening can no longer be moved.");
}
