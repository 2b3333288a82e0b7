using System.Net;
using Dugout.Features.Tests.Coupons;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Orders;

[Collection(nameof(PaidShop))]
public sealed class OrdersWithCouponsTests(PaidShop shop) : IAsyncLifetime
{
    private const int Callers = 50;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    /// <summary>The invariants afterwards, and the partner's payments.</summary>
    public async ValueTask DisposeAsync() => await shop.TidyAsync();

    [Fact]
    public async Task A_coupon_reduces_one_order_by_its_discount()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 10);
        var coupon = await CouponAsync(fan);

        var order = await wares.OrderAsync(fan, quantity: 3, coupon);
        var second = await wares.OrderAsync(fan, quantity: 3, coupon);

        Assert.Equal((CouponStand.Discount, (3 * Wares.Price) - CouponStand.Discount), (order.Number("discount"), order.Number("total")));
        Assert.Equal((HttpStatusCode.Conflict, "coupon-used"), (second.Status, second.Code));
        Assert.Equal(order.Number("orderId"), await UsedByAsync(coupon));
        Assert.Equal(7, await wares.LeftAsync());
    }

    [Fact]
    public async Task An_unusable_coupon_gets_its_own_error_and_no_stock_is_taken()
    {
        var fans = await shop.NextFansAsync(2);
        var wares = await Wares.OfferAsync(shop, stock: 10);
        var coupon = await CouponAsync(fans[0]);

        var cheap = await wares.OrderAsync(fans[0], quantity: 1, coupon);
        var foreign = await wares.OrderAsync(fans[1], quantity: 3, coupon);
        await shop.ChangeAsync(
            """
            UPDATE coupon_campaigns SET starts_at = UTC_TIMESTAMP(6) - INTERVAL 2 DAY, ends_at = UTC_TIMESTAMP(6) - INTERVAL 1 DAY, valid_until = UTC_TIMESTAMP(6)
            WHERE id = (SELECT campaign_id FROM coupons WHERE id = @coupon)
            """, new { coupon });
        var late = await wares.OrderAsync(fans[0], quantity: 3, coupon);

        Assert.Equal((HttpStatusCode.Conflict, "minimum-not-reached"), (cheap.Status, cheap.Code));
        Assert.Equal((HttpStatusCode.NotFound, "no-such-coupon"), (foreign.Status, foreign.Code));
        Assert.Equal((HttpStatusCode.Conflict, "coupon-not-valid"), (late.Status, late.Code));
        Assert.Null(await UsedByAsync(coupon));
        Assert.Equal(10, await wares.LeftAsync());
    }

    [Fact]
    public async Task Concurrent_orders_use_a_coupon_once()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: Callers, products: 2);
        var coupon = await CouponAsync(fan);

        var answers = await Together.RunAsync(Callers, caller => wares.InsistAsync(fan, shop.Replicas[caller % 2], coupon));

        Assert.Equal(
            new Dictionary<string, int> { ["201 "] = 1, ["409 coupon-used"] = Callers - 1 },
            answers.CountBy(answer => $"{(int)answer.Status} {answer.Code}").ToDictionary());
        Assert.Equal(Callers - 1, await wares.LeftAsync());
    }

    [Fact]
    public async Task A_repeat_gets_the_stored_response_although_its_coupon_is_used()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 3);
        var coupon = await CouponAsync(fan);

        var first = await wares.OrderAsync(fan, quantity: 3, coupon, key: "once");
        var again = await wares.OrderAsync(fan, quantity: 3, coupon, key: "once");

        Assert.Equal((HttpStatusCode.Created, first.Body), (again.Status, again.Body));
    }

    [Fact]
    public async Task A_cancelled_order_returns_its_coupon_which_can_be_used_again()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 3);
        var coupon = await CouponAsync(fan);
        var first = (await wares.OrderAsync(fan, quantity: 3, coupon)).Number("orderId");

        var cancelled = await Together.RunAsync(Callers, caller => Wares.CancelAsync(fan, first, shop.Replicas[caller % 2]));
        var second = await wares.OrderAsync(fan, quantity: 2, coupon);

        Assert.Single(cancelled, answer => answer.Status == HttpStatusCode.NoContent);
        Assert.Equal(second.Number("orderId"), await UsedByAsync(coupon));
        Assert.Equal(1, await wares.LeftAsync());
    }

    private async Task<long> CouponAsync(Fan fan)
    {
        var stand = await CouponStand.OpenAsync(shop, stock: 1);
        return (await stand.ClaimAsync(fan)).Number("couponId");
    }

    private Task<long?> UsedByAsync(long coupon) => shop.QueryAsync<long?>("SELECT used_by_order FROM coupons WHERE id = @coupon", new { coupon });
}
