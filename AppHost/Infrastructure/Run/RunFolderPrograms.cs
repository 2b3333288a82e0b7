using Aspire.Hosting.Eventing;
using Aspire.Hosting.Lifecycle;

namespace Dugout.Infrastructure;

/// <summary>What every program of a run folder is given just before the start: by then all resources are there, Aspire's own among them.</summary>
internal sealed class RunFolderPrograms(IDistributedApplicationBuilder builder, RunFolder folder) : IDistributedApplicationEventingSubscriber
{
    /// <inheritdoc/>
    public Task SubscribeAsync(IDistributedApplicationEventing eventing, DistributedApplicationExecutionContext executionContext, CancellationToken cancellationToken)
    {
        eventing.Subscribe<BeforeStartEvent>((start, _) =>
        {
            builder.RunBuiltPrograms();
            var dashboard = start.Model.Resources.FirstOrDefault(resource => resource.Name == ResourceStates.Dashboard) as IResourceWithEnvironment;
            foreach (var program in start.Model.Resources.OfType<IResourceWithEnvironment>().Where(resource => resource is ExecutableResource or ProjectResource))
            {
                builder.CreateResourceBuilder(program).WithEnvironment(LeftoverProcesses.Variable, folder.Path);
                if (dashboard is null)
                    SendNoTelemetry(program);
            }

            // It keeps the telemetry of past runs, by itself in the user's home.
            if (dashboard is not null)
                builder.CreateResourceBuilder(dashboard).WithEnvironment("ASPIRE_DASHBOARD_DATA_DIRECTORY", folder.In("dashboard"));
            return Task.CompletedTask;
        });
        return Task.CompletedTask;
    }

    /// <summary>
    /// Takes away the address of a collector that Aspire gives each project, also where there is no dashboard: whoever listens there would get our traces, and where nobody
    /// does, a program tries for so long to get rid of its last ones that the orchestrator kills it.
    /// </summary>
    private static void SendNoTelemetry(IResource program)
    {
        foreach (var mark in program.Annotations.OfType<OtlpExporterAnnotation>().ToList())
            program.Annotations.Remove(program.Annotations.Skip(program.Annotations.IndexOf(mark)).OfType<EnvironmentCallbackAnnotation>().First());
    }
}
