namespace Dugout.Load.Client;

/// <summary>Checks of the responses of waiting rooms.</summary>
internal static partial class ResponseChecks
{
    private static readonly HashSet<string> States = ["none", "before", "draw", "open", "paused", "draining", "soldOut"];

    public static string? WaitingRoom(WaitingRoom room) =>
        !States.Contains(room.State) ? $"the state {room.State}"
        : room.Drawn < 0 || room.Admitted < 0 || room.Rate < 0 ? "a negative counter or rate"
        : room.State is "none" or "before" && room.Seed is not null ? "a seed before the draw"
        : room.State != "none" && room.SeedHash is not { Length: 64 } ? "no commitment to a seed"
        : null;

    public static string? WaitingTicket(WaitingTicket ticket) =>
        ticket.Ticket.Length == 0 ? "no ticket" : ticket.Index < 0 || ticket.Number < 0 ? "a negative place or number" : null;

    public static string? AccessPass(AccessPass pass) => pass.Pass.Length == 0 ? "no pass" : null;
}
