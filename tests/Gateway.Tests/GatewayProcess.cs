using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>The gateway as it is started: a process of its own, which says what it says to a file.</summary>
internal sealed class GatewayProcess : IAsyncDisposable
{
    private readonly KeptProcess _process;
    private readonly TestFolder _work;

    private GatewayProcess(KeptProcess process, TestFolder work, HttpClient http) => (_process, _work, Http) = (process, work, http);

    public int Id => _process.Id;

    public HttpClient Http { get; }

    /// <summary>What it has said so far.</summary>
    public string Log => File.ReadAllText(LogOf(_work));

    /// <summary>Starts one, and waits until it answers.</summary>
    /// <param name="before">What the shell does before it becomes the gateway; <c>:</c> for nothing.</param>
    /// <param name="replica">Where the only replica is.</param>
    /// <param name="settings">What it finds in its environment beside ours.</param>
    public static async Task<GatewayProcess> StartAsync(string before, string replica, params (string Name, string Value)[] settings)
    {
        var folder = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../Gateway", new DirectoryInfo(AppContext.BaseDirectory).Name));
        var work = new TestFolder();
        var address = $"http://127.0.0.1:{Rig.FreePort()}";
        (string Name, string Value)[] all = [.. settings, ("ASPNETCORE_URLS", address), ("ReverseProxy__Clusters__api__Destinations__one__Address", replica)];
        var process = await KeptProcess.StartAsync(
            ["bash", "-c", $"{before}; exec dotnet \"$1\" >\"$2\" 2>&1", "bash", Path.Combine(folder, "Dugout.Gateway.dll"), LogOf(work)],
            all.ToDictionary(setting => setting.Name, setting => setting.Value),
            folder);
        var gateway = new GatewayProcess(process, work, new() { BaseAddress = new(address) });
        await Wait.UntilAsync("the gateway lives", async () => process.HasEnded || await gateway.LivesAsync());
        Assert.False(process.HasEnded, gateway.Log);
        return gateway;
    }

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await _process.DisposeAsync();
        _work.Dispose();
    }

    private static string LogOf(TestFolder work) => Path.Combine(work.Path, "log");

    private async Task<bool> LivesAsync()
    {
        try
        {
            using var answer = await Http.GetAsync(new Uri("/health/live", UriKind.Relative));
            return answer.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            // It doesn't listen yet.
            return false;
        }
    }
}
