using System.Net;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>A step, with what it sends: statements of MySQL, texts they travel in, commands of Redis.</summary>
internal sealed record Cost(string Step, int Statements, int RoundTrips, int Redis);

/// <summary>A replica whose words to the servers pass by here, and what each step of a test sent.</summary>
internal sealed class Bill : IAsyncDisposable
{
    private readonly FaultyProxy _primary, _read, _redis;
    private readonly WebApplicationFactory<Program> _replica;

    /// <summary>Starts the replica, with settings beside those that lead it by here.</summary>
    public Bill(Shop shop, params (string Name, string Value)[] settings)
    {
        (_primary, _read, _redis) = (shop.BeforePrimary(), shop.BeforeReplica(), shop.BeforeRedis());
        _replica = shop.AgelessReplica([.. shop.Through(_primary, _read, _redis), .. settings]);
        Http = _replica.CreateClient();
    }

    public HttpClient Http { get; }

    public IServiceProvider Services => _replica.Services;

    public List<Cost> Costs { get; } = [];

    public async Task<Answer> AddAsync(string step, Func<Task<Answer>> ask, HttpStatusCode? refused = null)
    {
        foreach (var proxy in (FaultyProxy[])[_primary, _read, _redis])
            proxy.TakeSent();
        var answer = await ask();
        Assert.Equal((step, true), (step, refused is null ? (int)answer.Status < 300 : answer.Status == refused));
        var texts = Wire.Texts(_primary).Concat(Wire.Texts(_read)).ToList();
        Costs.Add(new(step, texts.Sum(Wire.Count), texts.Count, Wire.Commands(_redis).Count));
        return answer;
    }

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await _replica.DisposeAsync();
        foreach (var proxy in (FaultyProxy[])[_primary, _read, _redis])
            await proxy.DisposeAsync();
    }
}
