using System.Net;
using System.Net.Sockets;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests;

/// <summary>A replica of the API or a gateway beside those of the shop, a separate process that a test kills.</summary>
internal sealed class ServiceProcess : IAsyncDisposable
{
    private readonly KeptProcess _process;

    private ServiceProcess(KeptProcess process, HttpClient http) => (_process, Http) = (process, http);

    /// <summary>Its client.</summary>
    public HttpClient Http { get; }

    /// <summary>Starts a replica with the servers, the keys and the patience of the shop.</summary>
    public static Task<ServiceProcess> ReplicaAsync(Shop shop, string name) => StartAsync(
        typeof(Program).Assembly.Location, "",
        [
            .. Shop.Patient, ("ConnectionStrings__Primary", shop.Servers.Primary(DatabaseAccount.App)), ("ConnectionStrings__Redis", shop.Servers.Redis),
            ("Database__ServerVersion", shop.Servers.ServerVersion), ("Keys__Folder", shop.KeyFolder), ("Accounts__HashRounds", "1000"), ("ReplicaName", name),
        ]);

    /// <summary>Starts a gateway as it ships before some replicas.</summary>
    public static Task<ServiceProcess> GatewayAsync(Shop shop, IEnumerable<HttpClient> replicas, params (string Name, string Value)[] settings)
    {
        var folder = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../Gateway", new DirectoryInfo(AppContext.BaseDirectory).Name));
        return StartAsync(
            Path.Combine(folder, "Dugout.Gateway.dll"), folder,
            [
                .. replicas.Select((replica, index) => ($"ReverseProxy__Clusters__api__Destinations__{index}__Address", $"{replica.BaseAddress}")),
                ("ConnectionStrings__Redis", shop.Servers.Redis), ("Logging__LogLevel__Default", "None"), .. settings,
            ]);
    }

    /// <summary>Kills it and returns when it is gone.</summary>
    public Task KillAsync() => _process.DisposeAsync().AsTask();

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await KillAsync();
    }

    /// <summary>Starts it, and returns when it is ready.</summary>
    private static async Task<ServiceProcess> StartAsync(string program, string folder, IEnumerable<(string Name, string Value)> settings)
    {
        var address = $"http://127.0.0.1:{FreePort()}";
        var process = await KeptProcess.StartAsync(["dotnet", program], settings.Append(("ASPNETCORE_URLS", address)).ToDictionary(), folder);
        var service = new ServiceProcess(process, new() { BaseAddress = new(address) });
        await Wait.UntilAsync($"{Path.GetFileName(program)} is ready", service.IsReadyAsync);
        return service;
    }

    private async Task<bool> IsReadyAsync()
    {
        Assert.False(_process.HasEnded, "It has ended.");
        try
        {
            using var answer = await Http.GetAsync(new Uri("/health/ready", UriKind.Relative), TestContext.Current.CancellationToken);
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
