using System.Net;
using Dugout.Gateway.Caching;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Gateway.Tests.Caching;

/// <summary>A replica, a Redis, and gateways that cache.</summary>
internal sealed class CachingRig : IAsyncDisposable
{
    public const string Games = "/api/games?month=2027-04";

    private readonly List<WebApplicationFactory<Program>> _gateways = [];

    private readonly bool _ownsRedis;

    private CachingRig(CatalogReplica replica, RedisProcess redis, bool ownsRedis) => (Replica, Redis, _ownsRedis) = (replica, redis, ownsRedis);

    public CatalogReplica Replica { get; }

    public RedisProcess Redis { get; }

    /// <summary>Clients of the gateways.</summary>
    public List<HttpClient> Clients { get; } = [];

    /// <summary>The client of the first gateway.</summary>
    public HttpClient Http => Clients[0];

    /// <summary>What the first gateway has heard.</summary>
    public Invalidations Heard => HeardBy(0);

    public Invalidations HeardBy(int gateway) => _gateways[gateway].Services.GetRequiredService<Invalidations>();

    /// <param name="redis">A Redis that others use, too; null for one of its own.</param>
    /// <param name="gateways">Number of gateways.</param>
    /// <param name="settings">Their settings.</param>
    public static async Task<CachingRig> StartAsync(SharedRedis? redis = null, int gateways = 1, params (string Name, string Value)[] settings)
    {
        var rig = new CachingRig(await CatalogReplica.StartAsync(), redis?.Redis ?? await RedisProcess.StartAsync(), ownsRedis: redis is null);
        for (var n = 0; n < gateways; n++)
        {
            var gateway = Rig.ServedGateway(new PatientClock(), [rig.Replica.Address], [("ConnectionStrings:Redis", rig.Redis.Address), .. settings]);
            rig._gateways.Add(gateway);
            rig.Clients.Add(gateway.CreateClient());
            await Rig.ReadyAsync(rig.Clients[n]);
        }

        return rig;
    }

    /// <summary>The same, when its gateways hear invalidations.</summary>
    public static async Task<CachingRig> StartHearingAsync(SharedRedis? redis = null, int gateways = 1, params (string Name, string Value)[] settings)
    {
        var rig = await StartAsync(redis, gateways, settings);
        for (var n = 0; n < gateways; n++)
            await rig.HearsAsync(n);
        return rig;
    }

    public Task HearsAsync(int gateway = 0) => Wait.UntilAsync(() => HeardBy(gateway).AreHeard);

    /// <summary>Sends a request to the first gateway.</summary>
    public async Task<Reply> SendAsync(HttpMethod method, string path = Games, params (string Name, string Value)[] headers) => await SendAsync(Http, method, path, headers);

    public Task<Reply> GetAsync(string path = Games, params (string Name, string Value)[] headers) => SendAsync(HttpMethod.Get, path, headers);

    public static async Task<Reply> SendAsync(HttpClient http, HttpMethod method, string path, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(method, path);
        foreach (var (name, value) in headers)
            Assert.True(request.Headers.TryAddWithoutValidation(name, value));
        using var answer = await http.SendAsync(request, TestContext.Current.CancellationToken);
        return new(
            answer.StatusCode, await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken),
            answer.Headers.Concat(answer.Content.Headers).ToDictionary(header => header.Key, header => string.Join(", ", header.Value), StringComparer.OrdinalIgnoreCase));
    }

    public async ValueTask DisposeAsync()
    {
        Clients.ForEach(http => http.Dispose());
        foreach (var gateway in _gateways)
            await gateway.DisposeAsync();
        await Replica.DisposeAsync();
        if (_ownsRedis)
            await Redis.DisposeAsync();
    }

    /// <summary>What a client received.</summary>
    public sealed record Reply(HttpStatusCode Status, string Body, IReadOnlyDictionary<string, string> Headers)
    {
        public string From => Headers["X-Served-By"];
    }
}
