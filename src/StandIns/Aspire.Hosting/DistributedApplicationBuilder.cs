// Collects the model and builds the host that runs it.
using System.Reflection;
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Eventing;
using Aspire.Hosting.Running;
using Aspire.Hosting.Testing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Aspire.Hosting;

public interface IDistributedApplicationBuilder
{
    ConfigurationManager Configuration { get; }
    string AppHostDirectory { get; }
    Assembly? AppHostAssembly { get; }
    IHostEnvironment Environment { get; }
    IServiceCollection Services { get; }
    IDistributedApplicationEventing Eventing { get; }
    DistributedApplicationExecutionContext ExecutionContext { get; }
    IResourceCollection Resources { get; }

    IResourceBuilder<T> AddResource<T>(T resource) where T : IResource;
    IResourceBuilder<T> CreateResourceBuilder<T>(T resource) where T : IResource;
    DistributedApplication Build();
}

public static class DistributedApplicationBuilderExtensions
{
    /// <summary>The builder of a resource that was added before, by its name.</summary>
    public static IResourceBuilder<T> CreateResourceBuilder<T>(this IDistributedApplicationBuilder builder, string name) where T : IResource =>
        builder.CreateResourceBuilder(builder.Resources.OfType<T>().FirstOrDefault(resource => string.Equals(resource.Name, name, StringComparison.OrdinalIgnoreCase))
            ?? throw new InvalidOperationException($"There is no resource '{name}' of type {typeof(T).Name}."));
}

public class DistributedApplicationBuilder : IDistributedApplicationBuilder
{
    // Every stop is a SIGTERM, a grace and a SIGKILL, a few of them one after another where order matters.
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(60);

    private readonly HostApplicationBuilder _host;
    private readonly DistributedApplicationOptions _options;

    public DistributedApplicationBuilder(string[] args) : this(new DistributedApplicationOptions { Args = args }) { }

    public DistributedApplicationBuilder(DistributedApplicationOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _options = options;
        AppHostAssembly = options.AssemblyName is { } name ? Assembly.Load(name) : EntryPointRun.Current?.AppHost ?? Assembly.GetEntryAssembly();
        AppHostDirectory = Path.GetFullPath(options.ProjectDirectory ?? BuildOutput.ProjectDirectory(AppHostAssembly));

        // Without the host's defaults: they watch the content root for changed settings, and run data may lie below it.
        _host = new HostApplicationBuilder(new HostApplicationBuilderSettings
        {
            DisableDefaults = true,
            ApplicationName = AppHostAssembly?.GetName().Name,
            ContentRootPath = Directory.Exists(AppHostDirectory) ? AppHostDirectory : null,
            EnvironmentName = System.Environment.GetEnvironmentVariable("DOTNET_ENVIRONMENT"),
        });
        Configuration
            .AddJsonFile("appsettings.json", optional: true, reloadOnChange: false)
            .AddEnvironmentVariables()
            .AddCommandLine(options.Args ?? []);
        if (string.Equals(Configuration["operation"], "publish", StringComparison.OrdinalIgnoreCase))
            throw new NotSupportedException("--operation publish");

        // A healthy program reports its checks to the dashboard; the console shows states.
        _host.Logging
            .SetMinimumLevel(LogLevel.Information)
            .AddFilter("Microsoft", LogLevel.Warning)
            .AddFilter("Microsoft.Extensions.Diagnostics.HealthChecks", LogLevel.None)
            .AddConfiguration(Configuration.GetSection("Logging"))
            .Services.AddSingleton<ILoggerProvider, ConsoleOutput>();
        Services.Configure<HostOptions>(host => host.ShutdownTimeout = ShutdownTimeout);
        Services.AddHealthChecks();
        Services.AddSingleton<DistributedApplicationModel>(_ => new(Resources));
        Services.AddSingleton(ExecutionContext);
        Services.AddSingleton(Eventing);
        Services.AddSingleton(_ => new ResourceNotificationService());
        Services.AddSingleton(services => new ResourceLoggerService(services.GetRequiredService<ILoggerFactory>()));
        Services.AddSingleton(services => new ResourceCommandService(services, services.GetRequiredService<ResourceLoggerService>()));
        Services.AddSingleton<HealthMonitor>();
        Services.AddHostedService<Orchestrator>();
    }

    public ConfigurationManager Configuration => _host.Configuration;
    public string AppHostDirectory { get; }
    public Assembly? AppHostAssembly { get; }
    public IHostEnvironment Environment => _host.Environment;
    public IServiceCollection Services => _host.Services;
    public IDistributedApplicationEventing Eventing { get; } = new DistributedApplicationEventing();
    public DistributedApplicationExecutionContext ExecutionContext { get; } = new(DistributedApplicationOperation.Run);
    public IResourceCollection Resources { get; } = new ResourceCollection();

    public IResourceBuilder<T> AddResource<T>(T resource) where T : IResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        if (Resources.FirstOrDefault(other => string.Equals(other.Name, resource.Name, StringComparison.OrdinalIgnoreCase)) is { } existing)
            throw new DistributedApplicationException($"Cannot add resource '{resource.Name}' of type {typeof(T).Name}: '{existing.Name}' of type {existing.GetType().Name} has that name.");
        Resources.Add(resource);
        return CreateResourceBuilder(resource);
    }

    public IResourceBuilder<T> CreateResourceBuilder<T>(T resource) where T : IResource => new ResourceBuilder<T>(this, resource);

    public DistributedApplication Build()
    {
        var test = EntryPointRun.Current;
        test?.WaitToBuild(this);
        // As upstream, a test has no dashboard.
        if (test is null && !_options.DisableDashboard && !string.Equals(Configuration["dashboard"], "off", StringComparison.OrdinalIgnoreCase))
            Dashboard.AddTo(this);
        var host = _host.Build();
        return test?.Built(host) ?? new DistributedApplication(host);
    }
}
