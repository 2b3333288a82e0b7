using Xunit;

namespace Dugout.Features.Tests.Coupons;

/// <summary>A wrong way to count is found out by what the rows say, and a right one is not: the same rush, over two replicas.</summary>
public sealed class WrongCouponWaysTests(Shop shop)
{
    private const int Fans = 40;
    private const int Stock = 10;

    /// <summary>A count that is read and then written is sometimes lucky, so it gets more chances than it needs.</summary>
    [Theory]
    [InlineData("", "conditional-counter", false)]
    [InlineData("", "gate-and-counter", false)]
    [InlineData("coupon-read-then-write", "conditional-counter", true)]
    [InlineData("coupon-read-then-write", "gate-and-counter", true)]
    public async Task A_count_that_is_read_and_then_written_is_found_out(string bug, string way, bool isFoundOut)
    {
        await using var replicas = new TwoReplicas(shop, ("SeededBugs", bug), ("Coupons:Claim", way));
        var fans = await shop.NextFansAsync(Fans);
        var isWrong = false;
        for (var turn = 0; turn < (isFoundOut ? 20 : 2) && !isWrong; turn++)
        {
            var stand = await CouponStand.OpenAsync(shop, Stock);
            await stand.RushAsync(fans, Fans, replicas.Http);
            var rows = await shop.AskAsync<long>("SELECT COUNT(*) FROM coupons WHERE campaign_id = @Id", new { stand.Id });
            isWrong = rows != Stock || rows != await stand.IssuedAsync();
        }

        Assert.Equal(isFoundOut, isWrong);
    }
}
