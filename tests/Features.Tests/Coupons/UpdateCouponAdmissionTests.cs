using System.Diagnostics;
using System.Net;
using Dugout.Features.Tests.Platform;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Coupons;

[Collection(TheOutboxTurn.Name)]
public sealed class UpdateCouponAdmissionTests(Shop shop)
{
    [Fact]
    public async Task Who_claimed_while_Redis_was_away_it_learns_from_a_running_worker()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Redis", "127.0.0.1:9"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var stand = await CouponStand.OpenAsync(shop, stock: 1);
        Assert.Equal(HttpStatusCode.Created, (await stand.InsistAsync(fan, http)).Status);

        await using var worker = shop.StartJobs();
        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        for (var waited = Stopwatch.StartNew(); !await redis.GetDatabase().HashExistsAsync(stand.ClaimedKey, fan.Id); await Task.Delay(20, TestContext.Current.CancellationToken))
            Assert.True(waited.Elapsed < OutboxRig.Patience, "It never learned.");
    }
}
