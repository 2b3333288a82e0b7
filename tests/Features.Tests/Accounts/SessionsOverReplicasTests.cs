using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using Dugout.Features.Tests.Coupons;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

/// <summary>A session is the token and the keys all replicas read, so it belongs to no single replica.</summary>
public sealed class SessionsOverReplicasTests(Shop shop)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task A_session_of_a_killed_replica_is_valid_at_another()
    {
        var (id, email) = shop.NextAccount();
        var before = await CouponStand.OpenAsync(shop, stock: 1);
        var after = await CouponStand.OpenAsync(shop, stock: 1);
        string token;
        await using (var process = await StartAsync(out var address))
        {
            using var first = new HttpClient { BaseAddress = address };
            await AnswersAsync(first, process);
            // Of a replica's first queries one may take longer than its deadline.
            var session = await Until.NotBusyAsync(async () => await Answer.ReadAsync(await first.PostAsJsonAsync("/api/sessions", new { email, password = Shop.FanPassword })));
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

    /// <summary>A third replica, a separate process.</summary>
    private Task<KeptProcess> StartAsync(out Uri address)
    {
        using (var free = new TcpListener(IPAddress.Loopback, 0))
        {
            free.Start();
            address = new($"http://127.0.0.1:{((IPEndPoint)free.LocalEndpoint).Port}");
        }

        return KeptProcess.StartAsync(["dotnet", typeof(Program).Assembly.Location], new Dictionary<string, string>
        {
            ["ConnectionStrings__Primary"] = shop.Servers.Primary(DatabaseAccount.App),
            ["ConnectionStrings__Redis"] = shop.Servers.Redis,
            ["Database__ServerVersion"] = shop.Servers.ServerVersion,
            ["Keys__Folder"] = shop.KeyFolder,
            ["Accounts__HashRounds"] = "1000",
            ["ASPNETCORE_URLS"] = address.ToString(),
            ["ReplicaName"] = "api-3",
        });
    }

    private static async Task AnswersAsync(HttpClient replica, KeptProcess process)
    {
        var waited = Stopwatch.StartNew();
        while (true)
        {
            try
            {
                if ((await replica.GetAsync(new Uri("/health/ready", UriKind.Relative))).IsSuccessStatusCode)
                    return;
            }
            catch (HttpRequestException)
            {
                // It doesn't listen yet.
            }

            Assert.True(waited.Elapsed < Patience, $"The replica {(process.HasEnded ? "has ended" : "doesn't answer")}.");
            await Task.Delay(20);
        }
    }
}
