using System.Globalization;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Gateway.Tests.Caching;

/// <summary>A Redis that keeps nothing beyond its life, on a port of its own: a test kills it and starts it again there, empty.</summary>
internal sealed class RedisProcess : IAsyncDisposable
{
    private static readonly Lazy<Task<ServerPrograms>> Programs = new(() => ServerPrograms.FindAsync(ServerSettings.FromEnvironment(), Console.Error.WriteLine, CancellationToken.None));

    private readonly ServerProgram _program;
    private readonly int _port = Rig.FreePort();
    private readonly TestFolder _work = new();
    private KeptProcess? _process;
    private ConnectionMultiplexer? _connection;

    private RedisProcess(ServerProgram program) => _program = program;

    public string Address => $"127.0.0.1:{_port}";

    public static async Task<RedisProcess> StartAsync()
    {
        var redis = new RedisProcess((await Programs.Value).Redis);
        await redis.StartAgainAsync();
        return redis;
    }

    public async Task StartAgainAsync()
    {
        string[] settings = ["--bind", "127.0.0.1", "--port", _port.ToString(CultureInfo.InvariantCulture), "--save", "", "--dir", _work.Path];
        _process = await KeptProcess.StartAsync([_program.Path, .. settings], _program.Environment);
        var address = ConfigurationOptions.Parse(Address);
        address.AbortOnConnectFail = false;
        _connection ??= await ConnectionMultiplexer.ConnectAsync(address);
        await Wait.UntilAsync(async () =>
        {
            try
            {
                return await _connection.GetDatabase().PingAsync() > TimeSpan.Zero;
            }
            catch (Exception notYet) when (notYet is RedisException or TimeoutException)
            {
                return false;
            }
        });
    }

    public async Task KillAsync()
    {
        await _process!.DisposeAsync();
        _process = null;
    }

    /// <summary>Invalidates a group as the replicas' script does: its number rises, and the message follows at once.</summary>
    public async Task InvalidateAsync(string group, long number)
    {
        await SetNumberAsync(group, number);
        await PublishAsync(group);
    }

    public Task SetNumberAsync(string group, long number) => _connection!.GetDatabase().HashSetAsync($"dugout:evicted:{group}", "count", number);

    public Task PublishAsync(string group) => _connection!.GetSubscriber().PublishAsync(RedisChannel.Literal("dugout:evictions"), $"{group}\n0-1-7");

    public async ValueTask DisposeAsync()
    {
        if (_connection is not null)
            await _connection.DisposeAsync();
        if (_process is not null)
            await KillAsync();
        _work.Dispose();
    }
}

/// <summary>A Redis for the tests of a class.</summary>
public sealed class SharedRedis : IAsyncLifetime
{
    private RedisProcess? _redis;

    internal RedisProcess Redis => _redis!;

    public async ValueTask InitializeAsync() => _redis = await RedisProcess.StartAsync();

    public ValueTask DisposeAsync() => _redis!.DisposeAsync();
}
