using Dugout.Load.Baselines;
using Dugout.Load.Client;

namespace Dugout.Load.Costs;

/// <summary>A second process of this program, with the baselines; see <see cref="BaselineProgram"/>.</summary>
internal sealed class BaselineProcess : IAsyncDisposable
{
    private readonly OwnProcess _process;

    private BaselineProcess(OwnProcess process)
    {
        _process = process;
        var addresses = process.FirstLine.Split(' ');
        (Kestrel, Idiomatic) = (new Uri(addresses[0]), new Uri(addresses[1]));
    }

    /// <summary>Its process id.</summary>
    public int Id => _process.Id;

    /// <summary>The address of plain Kestrel.</summary>
    public Uri Kestrel { get; }

    /// <summary>The address of the endpoints with Entity Framework.</summary>
    public Uri Idiomatic { get; }

    /// <summary>Starts it and waits until it listens.</summary>
    /// <exception cref="NoSystemException">It ended, or took too long.</exception>
    public static async Task<BaselineProcess> StartAsync(string primary, string redis) => new(await OwnProcess.StartAsync([BaselineProgram.Command], new Dictionary<string, string>
    {
        [BaselineProgram.PrimaryVariable] = primary,
        [BaselineProgram.RedisVariable] = redis,
        // As the web programs of the shop have it.
        ["DOTNET_gcServer"] = "1",
        ["DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"] = "0",
    }));

    /// <summary>Ends it, and waits until it has cleaned up.</summary>
    public ValueTask DisposeAsync() => _process.DisposeAsync();
}
