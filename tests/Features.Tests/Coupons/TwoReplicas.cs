using Microsoft.AspNetCore.Mvc.Testing;

namespace Dugout.Features.Tests.Coupons;

/// <summary>Two replicas in this process, with the same settings.</summary>
internal sealed class TwoReplicas : IAsyncDisposable
{
    private readonly WebApplicationFactory<Program>[] _hosts;

    public TwoReplicas(Shop shop, params (string Name, string Value)[] settings)
    {
        _hosts = [shop.Replica(settings), shop.Replica(settings)];
        Http = [.. _hosts.Select(host => host.CreateClient())];
    }

    public IReadOnlyList<HttpClient> Http { get; }

    public async ValueTask DisposeAsync()
    {
        foreach (var http in Http)
            http.Dispose();
        foreach (var host in _hosts)
            await host.DisposeAsync();
    }
}
