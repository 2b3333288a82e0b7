using Dugout.Load.Baselines;
using Dugout.Load.Client;
using Dugout.Load.Experiments;
using Dugout.Load.Measuring;
using Dugout.Load.Running;

namespace Dugout.Load.Proxies;

/// <summary>One way of a request to the replica.</summary>
/// <param name="Name">Its name in the table.</param>
/// <param name="Address">Where requests go.</param>
/// <param name="Processes">The processes of the proxy; none where there is no proxy.</param>
internal sealed record FrontDoor(string Name, Uri Address, IReadOnlyList<int> Processes)
{
    /// <summary>Its use of processors, in µs.</summary>
    public double Microseconds() => Processes.Sum(Processor.Microseconds);
}

/// <summary>
/// All ways to the first API replica of a running system at once, so that their costs can be measured in turns: directly, through nginx, through YARP's forwarder alone, and through
/// copies of the gateway with one difference each. The copies don't answer from memory: every request is forwarded.
/// </summary>
internal sealed class FrontDoors : IAsyncDisposable
{
    private const string NoCache = "Gateway__Cache__MemoryMegabytes";
    private const string Destination = "ReverseProxy__Clusters__api__Destinations__";

    /// <summary>The gateway as it ships, except for its cache.</summary>
    public const string Gateway = "gateway";

    /// <summary>What the gateway is compared with.</summary>
    public const string Nginx = "nginx";

    /// <summary>The differences of the gateway's copies, as environment variables.</summary>
    private static readonly (string Name, Dictionary<string, string?> Settings)[] Copies =
    [
        (Gateway, []),
        ("gateway again", []),
        ("no telemetry", new() { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = null }),
        ("default sockets", new() { ["DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS"] = "0" }),
        ("no profile-guided code", new() { ["DOTNET_TieredPGO"] = "0" }),
        ("no precompiled code", new() { ["DOTNET_ReadyToRun"] = "0" }),
        ("server GC", new() { ["DOTNET_gcServer"] = "1" }),
    ];

    private static readonly Dictionary<string, string> AsTheGateway = new()
    {
        ["DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS"] = "1",
        ["DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT"] = $"{Math.Max(1, Environment.ProcessorCount / 2)}",
        ["DOTNET_gcServer"] = "0",
        ["DOTNET_gcConcurrent"] = "0",
        ["DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"] = "0",
    };

    private readonly List<IDisposable> _processes = [];
    private OwnProcess? _forwarder;

    /// <summary>The ways, in the order of the table.</summary>
    public List<FrontDoor> All { get; } = [];

    /// <summary>Starts them.</summary>
    /// <param name="system">The system.</param>
    /// <param name="folder">A folder for nginx' files; created anew.</param>
    /// <param name="cancel">Cancels the start.</param>
    /// <exception cref="NoSystemException">The system lacks a part, or a program did not start.</exception>
    public static async Task<FrontDoors> OpenAsync(RunningSystem system, string folder, CancellationToken cancel)
    {
        if (system.Contents.Resources is not { } resources || resources.GetValueOrDefault("api-1") is not { Url: { } api, Pid: { } replica }
            || resources.GetValueOrDefault("gateway") is not { Pid: { } gateway })
            throw new NoSystemException($"{system.Source} names no api-1 or no gateway: front doors cannot be measured");
        var doors = new FrontDoors();
        try
        {
            doors.All.Add(new("direct", api, []));
            var nginx = await Trials.Nginx.StartAsync([api], new NginxSettings(), folder, cancel);
            doors._processes.Add(nginx);
            doors.All.Add(new(Nginx, nginx.Address, [.. nginx.Workers.Select(worker => worker.Process)]));
            doors._forwarder = await OwnProcess.StartAsync([ForwarderProgram.Command, api.ToString()], AsTheGateway);
            doors.All.Add(new("forwarder alone", new Uri(doors._forwarder.FirstLine), [doors._forwarder.Id]));
            foreach (var (name, settings) in Copies) doors.Add(name, await ProcessCopy.StartAsync(gateway, settings.Append(new(NoCache, "0"))));
            await doors.AddHttp2Async(gateway, replica);
            return doors;
        }
        catch
        {
            await doors.DisposeAsync();
            throw;
        }
    }

    /// <summary>Stops what was started.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var process in _processes) process.Dispose();
        if (_forwarder is not null) await _forwarder.DisposeAsync();
    }

    /// <summary>HTTP/2 without TLS needs a replica that speaks nothing else.</summary>
    private async Task AddHttp2Async(int gateway, int replica)
    {
        var other = await ProcessCopy.StartAsync(replica, new Dictionary<string, string?> { ["Kestrel__EndpointDefaults__Protocols"] = "Http2" }, isHttp2: true);
        _processes.Add(other);
        Add("HTTP/2 to the replica", await ProcessCopy.StartAsync(gateway, new Dictionary<string, string?>
        {
            [NoCache] = "0",
            [$"{Destination}api-1__Address"] = other.Address.ToString(),
            ["ReverseProxy__Clusters__api__HttpRequest__Version"] = "2",
            ["ReverseProxy__Clusters__api__HttpRequest__VersionPolicy"] = "RequestVersionExact",
        }));
    }

    private void Add(string name, ProcessCopy copy)
    {
        _processes.Add(copy);
        All.Add(new(name, copy.Address, [copy.Id]));
    }
}
