using System.Diagnostics;
using Dugout.Faults.Injection;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

[assembly: HostingStartup(typeof(ServiceFaults))]

namespace Dugout.Faults.Injection;

/// <summary>
/// Replaces services of the unchanged product by those of <see cref="ServiceReplacements"/>. ASPNETCORE_HOSTINGSTARTUPASSEMBLIES names this
/// assembly. A hosting startup runs before the program registers its services, so the replacement waits for the event that every host
/// raises when it is about to be built.
/// </summary>
public sealed class ServiceFaults : IHostingStartup, IObserver<DiagnosticListener>, IObserver<KeyValuePair<string, object?>>
{
    private static int _subscribed;

    /// <inheritdoc/>
    public void Configure(IWebHostBuilder builder)
    {
        if (ActiveFaults.Names.Count > 0 && Interlocked.Exchange(ref _subscribed, 1) == 0)
            DiagnosticListener.AllListeners.Subscribe(this);
    }

    /// <inheritdoc/>
    public void OnNext(DiagnosticListener value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (value.Name == "Microsoft.Extensions.Hosting")
            value.Subscribe(this);
    }

    /// <inheritdoc/>
    public void OnNext(KeyValuePair<string, object?> value)
    {
        if (value is { Key: "HostBuilding", Value: IHostBuilder host })
            host.ConfigureServices((_, services) => Replace(services));
    }

    /// <inheritdoc/>
    public void OnCompleted()
    {
    }

    /// <inheritdoc/>
    public void OnError(Exception error)
    {
    }

    /// <summary>
    /// In a host of the product alone: test programs and the AppHost build others. A name that no fault has stops the start: what runs would be the product,
    /// and be taken for something else.
    /// </summary>
    private static void Replace(IServiceCollection services)
    {
        if (!services.Any(service => service.ServiceType.Assembly.GetName().Name == "Dugout.Features"))
            return;
        var known = ServiceReplacements.All.Keys.Concat(SchemaVariants.All.Keys).Concat(FaultList.All.SelectMany(fault => fault.Edits).Select(edit => edit.Fault));
        if (ActiveFaults.Names.Except(known).ToList() is { Count: > 0 } unknown)
            throw new InvalidOperationException($"{ActiveFaults.Variable} names {string.Join(", ", unknown)}; there is no such fault.");
        foreach (var replace in ServiceReplacements.Active)
            replace(services);
    }
}
