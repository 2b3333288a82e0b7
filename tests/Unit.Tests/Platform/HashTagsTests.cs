using Dugout.Features.Accounts;
using Dugout.Features.Coupons;
using Dugout.Features.Seats;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Unit.Tests.Platform;

/// <summary>The keys that one script accesses are in one slot of a cluster, and so on one node.</summary>
public sealed class HashTagsTests : IDisposable
{
    private readonly ConnectionMultiplexer _cluster = ConnectionMultiplexer.Connect(new ConfigurationOptions { EndPoints = { "127.0.0.1:1" }, AbortOnConnectFail = false, ConnectTimeout = 1, Protocol = RedisProtocol.Resp2 });

    [Fact]
    public void The_keys_of_a_game_share_a_slot() => AreTogether(
        SeatsRedisKeys.Seats(7, 31), SeatsRedisKeys.Seats(7, 32), SeatsRedisKeys.Rebuild(7, 31), SeatsRedisKeys.Rebuild(7, 32), SeatsRedisKeys.HoldsOfAccount(7, 1), SeatsRedisKeys.HoldsOfAccount(7, 2));

    [Fact]
    public void The_keys_of_a_campaign_share_a_slot() =>
        AreTogether(CouponsRedisKeys.CouponsClaimed(3), CouponsRedisKeys.CouponsClaiming(3), CouponsRedisKeys.CouponsFilling(3));

    [Fact]
    public void The_counters_of_the_sign_in_throttle_share_a_slot() => AreTogether(
        AccountsRedisKeys.SignInThrottle("1", "192.0.2.1"), AccountsRedisKeys.SignInThrottleOf("1"), AccountsRedisKeys.SignInThrottleLong("1", "192.0.2.1"), AccountsRedisKeys.SignInThrottleFrom("192.0.2.1"));

    [Fact]
    public void Games_are_spread_over_all_masters() =>
        Assert.Equal(3, Enumerable.Range(1, 30).Select(game => _cluster.GetHashSlot(SeatsRedisKeys.Seats(game, 1)) * 3 / 16_384).Distinct().Count());

    public void Dispose() => _cluster.Dispose();

    private void AreTogether(params RedisKey[] keys) => Assert.Single(keys.Select(_cluster.GetHashSlot).Distinct());
}
