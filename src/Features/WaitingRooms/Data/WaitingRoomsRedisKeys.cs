using StackExchange.Redis;

namespace Dugout.Features.WaitingRooms;

/// <summary>The Redis key of waiting rooms.</summary>
internal static class WaitingRoomsRedisKeys
{
    /// <summary>
    /// Hash: what each API replica measured of holds and reservations in its last second, one field per process. Lives ten seconds after the last report; without it admission goes on at
    /// the rate it has.
    /// </summary>
    public static RedisKey Load => "dugout:waiting-rooms:load";
}
