using System.Net;
using Dugout.Features.Tests.Platform;
using Xunit;

namespace Dugout.Features.Tests.Coupons;

/// <summary>The exact cost of each step on the servers, counted on the wire. A change of cost must change this table.</summary>
public sealed class CouponBudgets(Shop shop)
{
    [Fact]
    public async Task Every_step_stays_within_its_query_budget()
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The budgets are MariaDB's; the run on MariaDB counts them.");
        await using var bill = new Bill(shop);
        var http = bill.Http;
        var fans = await shop.NextFansAsync(3);
        var stand = await CouponStand.OpenAsync(shop, stock: 2);
        // Scripts known to Redis, the campaign known to the replica and to the gate.
        await stand.ClaimAsync(fans[0], http);

        await bill.AddAsync("campaigns", () => http.GetAnswerAsync("/api/coupon-campaigns"));
        await bill.AddAsync("campaign", () => http.GetAnswerAsync(stand.Path));
        await bill.AddAsync("claim, won", () => stand.ClaimAsync(fans[1], http, "once"));
        await bill.AddAsync("claim, repeated", () => stand.ClaimAsync(fans[1], http, "once"));
        await bill.AddAsync("claim, a second one", () => stand.ClaimAsync(fans[1], http, "twice"), HttpStatusCode.Conflict);
        await bill.AddAsync("claim, too late", () => stand.ClaimAsync(fans[2], http), HttpStatusCode.Conflict);
        await bill.AddAsync("my coupons", () => fans[1].GetAsync(http, "/api/coupons"));

        Assert.Equal<Cost>(
        [
            new("campaigns", 1, 1, 0),
            new("campaign", 1, 1, 0),
            new("claim, won", 5, 1, 2),
            new("claim, repeated", 1, 1, 1),
            new("claim, a second one", 0, 0, 1),
            new("claim, too late", 0, 0, 1),
            new("my coupons", 1, 1, 0),
        ], bill.Costs);
    }
}
