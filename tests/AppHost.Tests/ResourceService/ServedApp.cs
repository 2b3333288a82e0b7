using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Dugout.Infrastructure.Commands;
using Dugout.ResourceService;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.AppHost.Tests.ResourceService;

/// <summary>An application of small processes, one of them in the dashboard's place, with the service that tells of them and the commands all programs have.</summary>
internal sealed class ServedApp : IAsyncDisposable
{
    /// <summary>Known to be secret.</summary>
    public const string Secret = "Q9hDdGcq7Zr2TtNw5v";

    private DistributedApplication? _app;
    private DashboardClient? _client;

    public ServedApp(string dashboard = "exec sleep 1000")
    {
        Builder = DistributedApplication.CreateBuilder(new DistributedApplicationOptions { DisableDashboard = true });
        Builder.Configuration["Logging:Console:LogLevel:Default"] = "None";
        Bash("dashboard", dashboard);
    }

    public IDistributedApplicationBuilder Builder { get; }

    public DistributedApplication App => _app ?? throw new InvalidOperationException("It has not been started.");

    /// <summary>With the right key.</summary>
    public DashboardClient Client => _client ?? throw new InvalidOperationException("It has not been started.");

    public Uri Address => App.Services.GetRequiredService<ResourceServer>().Address!;

    /// <summary>A program: a line of bash.</summary>
    public IResourceBuilder<ExecutableResource> Bash(string name, string script) => Builder.AddExecutable(name, "bash", "/", "-c", script);

    public async Task StartAsync()
    {
        Builder.AddProcessCommands();
        Builder.AddResourceService([Secret]);
        _app = Builder.Build();
        await _app.StartAsync(TestContext.Current.CancellationToken);
        _client = new(Address, Builder.Configuration["AppHost:ResourceService:ApiKey"]);
    }

    public async ValueTask DisposeAsync()
    {
        _client?.Dispose();
        if (_app is null)
            return;
        await _app.StopAsync(CancellationToken.None);
        await _app.DisposeAsync();
    }
}
