using System.Net;
using System.Net.Http.Json;
using Dugout.Features.Tests.Coupons;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

/// <summary>A session is the token and the keys all replicas read, so it belongs to no single replica.</summary>
public sealed class SessionsOverReplicasTests(Shop shop)
{
    [Fact]
    public async Task A_session_of_a_killed_replica_is_valid_at_another()
    {
        var (id, email) = shop.NextAccount();
        var before = await CouponStand.OpenAsync(shop, stock: 1);
        var after = await CouponStand.OpenAsync(shop, stock: 1);
        string token;
        await using (var first = await ServiceProcess.ReplicaAsync(shop, "api-3"))
        {
            // Of a replica's first queries one may take longer than its deadline.
            var session = await Until.NotBusyAsync(async () => await Answer.ReadAsync(await first.Http.PostAsJsonAsync("/api/sessions", new { email, password = Shop.FanPassword })));
            token = session.Json.GetProperty("accessToken").GetString()!;

            Assert.Equal(HttpStatusCode.Created, (await before.ClaimAsync(new Fan(shop, id, email, token), shop.Replicas[1])).Status);
        }

        // Killed by now.
        var fan = new Fan(shop, id, email, token);
        foreach (var replica in shop.Replicas)
            Assert.Equal(HttpStatusCode.OK, (await fan.GetAsync(replica, "/api/coupons")).Status);
        Assert.Equal(HttpStatusCode.Created, (await after.ClaimAsync(fan, shop.Replicas[1])).Status);
        await before.AssertRowsAsync(1);
        await after.AssertRowsAsync(1);
    }
}
