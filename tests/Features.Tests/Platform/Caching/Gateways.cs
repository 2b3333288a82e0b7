using System.Net;
using System.Net.Sockets;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Platform.Caching;

/// <summary>Two gateways as they ship, each a process of its own, before the replicas of the shop.</summary>
public sealed class Gateways(Shop shop) : IAsyncLifetime
{
    private const int Count = 2;

    private readonly List<KeptProcess> _processes = [];

    /// <summary>Their clients.</summary>
    public List<HttpClient> Clients { get; } = [];

    public async ValueTask InitializeAsync()
    {
        var folder = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../Gateway", new DirectoryInfo(AppContext.BaseDirectory).Name));
        for (var n = 0; n < Count; n++)
        {
            var address = $"http://127.0.0.1:{FreePort()}";
            var settings = new Dictionary<string, string> { ["ASPNETCORE_URLS"] = address, ["ConnectionStrings__Redis"] = shop.Servers.Redis, ["Logging__LogLevel__Default"] = "None" };
            foreach (var (index, replica) in shop.Replicas.Index())
                settings[$"ReverseProxy__Clusters__api__Destinations__{index}__Address"] = $"{replica.BaseAddress}";
            _processes.Add(await KeptProcess.StartAsync(["dotnet", Path.Combine(folder, "Dugout.Gateway.dll")], settings, folder));
            Clients.Add(new() { BaseAddress = new(address) });
        }

        foreach (var http in Clients)
            await Until.SoAsync("The gateway is ready", () => IsReadyAsync(http));
    }

    public async ValueTask DisposeAsync()
    {
        Clients.ForEach(http => http.Dispose());
        foreach (var process in _processes)
            await process.DisposeAsync();
    }

    /// <summary>Kills one and returns when it is gone.</summary>
    internal Task KillAsync(int n) => _processes[n].DisposeAsync().AsTask();

    /// <summary>Requests an address until the gateway answers from memory.</summary>
    public static Task<Answer> CachedAsync(HttpClient gateway, string path) => Until.TrueAsync(() => gateway.GetAnswerAsync(path), IsFromGateway);

    public static bool IsFromGateway(Answer answer) => answer.Headers.GetValues("X-Served-By").Single() == "gateway";

    private static async Task<bool> IsReadyAsync(HttpClient http)
    {
        try
        {
            using var answer = await http.GetAsync(new Uri("/health/ready", UriKind.Relative), TestContext.Current.CancellationToken);
            return answer.StatusCode == HttpStatusCode.OK;
        }
        catch (HttpRequestException)
        {
            // It doesn't listen yet.
            return false;
        }
    }

    private static int FreePort()
    {
        using var free = new TcpListener(IPAddress.Loopback, 0);
        free.Start();
        return ((IPEndPoint)free.LocalEndpoint).Port;
    }
}
