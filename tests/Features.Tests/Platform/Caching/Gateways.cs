using Xunit;

namespace Dugout.Features.Tests.Platform.Caching;

/// <summary>Two gateways as they ship, each a process of its own, before the replicas of the shop.</summary>
public sealed class Gateways(Shop shop) : IAsyncLifetime
{
    private const int Count = 2;

    private readonly List<ServiceProcess> _gateways = [];

    /// <summary>Their clients.</summary>
    public IReadOnlyList<HttpClient> Clients => [.. _gateways.Select(gateway => gateway.Http)];

    public async ValueTask InitializeAsync()
    {
        for (var n = 0; n < Count; n++)
            _gateways.Add(await ServiceProcess.GatewayAsync(shop, shop.Replicas));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var gateway in _gateways)
            await gateway.DisposeAsync();
    }

    /// <summary>Kills one and returns when it is gone.</summary>
    internal Task KillAsync(int n) => _gateways[n].KillAsync();

    /// <summary>Requests an address until the gateway answers from memory.</summary>
    public static Task<Answer> CachedAsync(HttpClient gateway, string path) => Until.TrueAsync(() => gateway.GetAnswerAsync(path), IsFromGateway);

    public static bool IsFromGateway(Answer answer) => answer.Headers.GetValues("X-Served-By").Single() == "gateway";
}
