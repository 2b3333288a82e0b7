using System.Collections.Concurrent;
using System.Net;
using Dugout.Features.Tests.Platform.Caching;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>A replica sends itself the first requests before it is ready. They change nothing.</summary>
[Collection(nameof(Alone))]
public sealed class WarmUpTests(Shop shop)
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task It_goes_the_way_to_a_ticket_and_changes_no_row_and_no_seat()
    {
        const string Rows = """
            SELECT (SELECT COUNT(*) FROM reservations) + (SELECT COUNT(*) FROM seat_claims) + (SELECT COUNT(*) FROM seat_allowances)
                + (SELECT COUNT(*) FROM idempotency_keys) + (SELECT COUNT(*) FROM outbox) + (SELECT COUNT(*) FROM accounts)
            """;
        await using var replica = await ServedReplica.StartAsync(shop);
        var seen = new Requests();
        using var self = new HttpClient(seen) { BaseAddress = replica.Http.BaseAddress };
        var before = await shop.QueryAsync<long>(Rows);

        foreach (var slice in replica.Services.GetServices<IWarmUp>())
            await slice.WarmUpAsync(self, Cancellation);

        Assert.Equal(before, await shop.QueryAsync<long>(Rows));
        // What it reads is there; what it asks to change is rejected for the reason it expects.
        Assert.Equal(
        [
            ("GET /api/games", HttpStatusCode.OK), ("GET /api/games/*", HttpStatusCode.OK), ("GET /api/games/*/grades", HttpStatusCode.OK), ("GET /api/games/*/grades/*", HttpStatusCode.OK),
            ("GET /api/games/*/grades/*/taken", HttpStatusCode.OK), ("GET /api/teams", HttpStatusCode.OK), ("POST /api/games/*/holds", HttpStatusCode.NotFound), ("POST /api/reservations", HttpStatusCode.Conflict),
        ], seen.All.Distinct().Order());
        await using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        Assert.False(await redis.GetDatabase().KeyExistsAsync("dugout:{game:0}:holds-of:0"));
    }

    [Fact]
    public async Task A_replica_is_ready_only_when_its_slices_have_warmed_up()
    {
        await using var replica = await ServedReplica.StartSilentAsync(shop);
        using var self = new HttpClient { BaseAddress = replica.Http.BaseAddress };

        Assert.Equal(HttpStatusCode.OK, (await self.GetAsync("/health/ready", Cancellation)).StatusCode);
        var check = replica.Services.GetServices<IHostedService>().OfType<IHealthCheck>().Single(one => one.GetType().Name == "FirstRequests");
        Assert.Equal(HealthStatus.Healthy, (await check.CheckHealthAsync(new(), Cancellation)).Status);
        var cold = (IHealthCheck)ActivatorUtilities.CreateInstance(replica.Services, check.GetType());
        Assert.Equal(HealthStatus.Unhealthy, (await cold.CheckHealthAsync(new(), Cancellation)).Status);
        await ((IHostedLifecycleService)cold).StartedAsync(Cancellation);
        Assert.Equal(HealthStatus.Healthy, (await cold.CheckHealthAsync(new(), Cancellation)).Status);
    }

    [Fact]
    public async Task Without_a_primary_it_ends_and_leaves_readiness_to_the_other_checks()
    {
        await using var primary = shop.BeforePrimary();
        primary.Suffer(LinkFault.Reset);
        await using var replica = await ServedReplica.StartSilentAsync(shop, [.. shop.Through(primary)]);
        using var self = new HttpClient { BaseAddress = replica.Http.BaseAddress };

        var ready = await self.GetAsync("/health/ready", Cancellation);

        Assert.Equal(HttpStatusCode.ServiceUnavailable, ready.StatusCode);
        Assert.Contains("\"warm-up\":{\"status\":\"healthy\"", await ready.Content.ReadAsStringAsync(Cancellation), StringComparison.Ordinal);
    }

    /// <summary>Notes requests with numbers replaced, and their statuses.</summary>
    private sealed class Requests() : DelegatingHandler(new SocketsHttpHandler())
    {
        public ConcurrentBag<(string Request, HttpStatusCode Status)> All { get; } = [];

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var response = await base.SendAsync(request, cancellationToken);
            var path = string.Join('/', request.RequestUri!.AbsolutePath.Split('/').Select(part => long.TryParse(part, out _) ? "*" : part));
            All.Add(($"{request.Method} {path}", response.StatusCode));
            return response;
        }
    }
}
