using Dugout.Features.Accounts;
using Dugout.Features.Coupons;
using Dugout.Features.Seats;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Unit.Tests.Platform;

/// <summary>The keys that one script accesses are in one slot of a cluster, and so on one node.</summary>
public sealed class HashTagsTests
{
    private const int Slots = 16_384;

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
        Assert.Equal(3, Enumerable.Range(1, 30).Select(game => SlotOf(SeatsRedisKeys.Seats(game, 1)) * 3 / Slots).Distinct().Count());

    /// <summary>The example of Redis' documentation of clusters.</summary>
    [Fact]
    public void Slots_are_those_of_Redis() => Assert.Equal(0x31C3, SlotOf("123456789"));

    private static void AreTogether(params RedisKey[] keys) => Assert.Single(keys.Select(SlotOf).Distinct());

    /// <summary>CRC-16/XMODEM of the text in the first braces, or of the whole key. The client computes slots only while it is connected to a cluster.</summary>
    private static int SlotOf(RedisKey key)
    {
        var text = (string)key!;
        if (text.IndexOf('{', StringComparison.Ordinal) is var open and >= 0 && text.IndexOf('}', open) is var end && end > open + 1)
            text = text[(open + 1)..end];
        var sum = 0;
        foreach (var letter in text)
        {
            sum ^= letter << 8;
            for (var bit = 0; bit < 8; bit++)
                sum = ((sum << 1) ^ ((sum & 0x8000) == 0 ? 0 : 0x1021)) & 0xFFFF;
        }

        return sum % Slots;
    }
}
