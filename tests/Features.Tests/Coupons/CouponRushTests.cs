using Xunit;

namespace Dugout.Features.Tests.Coupons;

/// <summary>A rush over two replicas, judged by the rows: as many coupons as there are, and counted as many.</summary>
public sealed class CouponRushTests(Shop shop)
{
    private const int Fans = 40;
    private const int Stock = 10;

    [Theory]
    [InlineData("conditional-counter")]
    [InlineData("gate-and-counter")]
    public async Task A_rush_over_two_replicas_claims_exactly_the_stock(string strategy)
    {
        await using var replicas = new TwoReplicas(shop, ("Coupons:Claim", strategy));
        var fans = await shop.NextFansAsync(Fans);
        for (var turn = 0; turn < 2; turn++)
        {
            var stand = await CouponStand.OpenAsync(shop, Stock);
            await stand.RushAsync(fans, Fans, replicas.Http);
            var rows = await shop.QueryAsync<long>("SELECT COUNT(*) FROM coupons WHERE campaign_id = @Id", new { stand.Id });
            Assert.Equal((Stock, Stock), (rows, await stand.IssuedAsync()));
        }
    }
}
