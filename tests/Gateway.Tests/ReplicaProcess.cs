using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>
/// A replica that can be killed, frozen and stopped, each a separate process: the gateway's own program, which passes everything on to a server in this process and is
/// ready when that is. So it starts and stops as all our hosts do.
/// </summary>
internal sealed class ReplicaProcess : IAsyncDisposable
{
    private static readonly string Folder = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../Gateway", new DirectoryInfo(AppContext.BaseDirectory).Name));

    private readonly Dictionary<string, string> _environment;
    private KeptProcess? _process;

    private ReplicaProcess(string name, Backend behind, Dictionary<string, string> environment) => (Name, Behind, _environment) = (name, behind, environment);

    public string Name { get; }

    /// <summary>Who answers in its place.</summary>
    public Backend Behind { get; }

    public string Address => _environment["ASPNETCORE_URLS"];

    /// <param name="name">What it answers.</param>
    /// <param name="drainSeconds">For how long it says that it isn't ready before it stops.</param>
    public static async Task<ReplicaProcess> StartAsync(string name, string drainSeconds = "")
    {
        var behind = await Backend.StartAsync(name);
        var replica = new ReplicaProcess(name, behind, new()
        {
            ["ASPNETCORE_URLS"] = $"http://127.0.0.1:{Rig.FreePort()}",
            ["ReverseProxy__Clusters__api__Destinations__behind__Address"] = behind.Address,
            ["ReverseProxy__Clusters__api__HttpRequest__ActivityTimeout"] = "00:00:30",
            ["Drain__Seconds"] = drainSeconds,
            ["Logging__LogLevel__Default"] = "None",
        });
        await replica.StartAgainAsync();
        return replica;
    }

    public static Task<ReplicaProcess[]> StartThreeAsync(string drainSeconds = "") =>
        Task.WhenAll(StartAsync("one", drainSeconds), StartAsync("two", drainSeconds), StartAsync("three", drainSeconds));

    /// <summary>Starts it where it was, and returns when it is ready.</summary>
    public async Task StartAgainAsync()
    {
        _process = await KeptProcess.StartAsync(["dotnet", Path.Combine(Folder, "Dugout.Gateway.dll")], _environment, Folder);
        using var http = new HttpClient { BaseAddress = new(Address) };
        await Wait.UntilAsync("the replica is ready", async () => _process.HasEnded || await IsReadyAsync(http));
        Assert.False(_process.HasEnded, "The replica has ended.");
    }

    /// <summary>Kills it at once and returns when it is gone.</summary>
    public async Task KillAsync()
    {
        await _process!.DisposeAsync();
        _process = null;
    }

    /// <summary>Asks it to stop and returns when it has.</summary>
    public async Task StopAsync()
    {
        Signals.Send(_process!.Id, Signals.Terminate);
        Assert.Equal(0, await _process.EndAsync().WaitAsync(Wait.Patience));
        await KillAsync();
    }

    public void Freeze() => Signals.Send(_process!.Id, Signals.Stop);

    public void Thaw() => Signals.Send(_process!.Id, Signals.Continue);

    public async ValueTask DisposeAsync()
    {
        if (_process is not null)
            await KillAsync();
        await Behind.DisposeAsync();
    }

    private static async Task<bool> IsReadyAsync(HttpClient http)
    {
        try
        {
            using var answer = await http.GetAsync(new Uri("/health/ready", UriKind.Relative));
            return answer.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            // It doesn't listen yet.
            return false;
        }
    }
}
