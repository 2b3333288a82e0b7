using Dugout.Features.WaitingRooms;

namespace Dugout.Unit.Tests.WaitingRooms;

/// <summary>A waiting room for tests.</summary>
internal static class Rooms
{
    public static WaitingRoomRow Row { get; } = new(
        GameId: 3, DateTime.UnixEpoch, WaitingRoom.Open, MinRate: 10, MaxRate: 100, MaxActive: 5_000, new('0', 64), Tickets: 0, Drawn: null, Admitted: 0, Lapsed: 0, Forfeited: 0,
        Rate: 50, "new", IsSoldOut: false, Token: 1, DateTime.UnixEpoch, DateTime.UnixEpoch);
}
