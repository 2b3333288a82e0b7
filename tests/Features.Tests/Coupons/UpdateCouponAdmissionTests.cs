using System.Net;
using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Coupons;

[Collection(TheOutboxLease.Name)]
public sealed class UpdateCouponAdmissionTests(Shop shop)
{
    [Fact]
    public async Task Claims_made_while_Redis_was_unavailable_reach_it_through_the_worker()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Redis", "127.0.0.1:9"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var stand = await CouponStand.OpenAsync(shop, stock: 1);
        Assert.Equal(HttpStatusCode.Created, (await stand.InsistAsync(fan, http)).Status);

        await using var worker = shop.StartJobs(("Outbox:BatchSize", OutboxRig.ShippedBatch));
        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        await Wait.UntilAsync("Redis knows of the claim", () => redis.GetDatabase().HashExistsAsync(stand.ClaimedKey, fan.Id));
    }
}
