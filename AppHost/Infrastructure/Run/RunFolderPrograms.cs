using Aspire.Hosting.Eventing;
using Aspire.Hosting.Lifecycle;

namespace Dugout.Infrastructure.Run;

/// <summary>Configures every program of a run folder just before the start, when all resources exist, including Aspire's own.</summary>
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

            // The dashboard stores the telemetry of past runs, by default in the user's home.
            if (dashboard is not null)
                builder.CreateResourceBuilder(dashboard).WithEnvironment("ASPIRE_DASHBOARD_DATA_DIRECTORY", folder.In("dashboard"));
            return Task.CompletedTask;
        });
        return Task.CompletedTask;
    }

    /// <summary>
    /// Removes the collector address that Aspire gives each project even without a dashboard: any process listening there would receive the traces, and where none
    /// listens, a stopping program tries to send its last traces for so long that the orchestrator kills it.
    /// </summary>
    private static void SendNoTelemetry(IResource program)
    {
        foreach (var mark in program.Annotations.OfType<OtlpExporterAnnotation>().ToList())
            program.Annotations.Remove(program.Annotations.Skip(program.Annotations.IndexOf(mark)).OfType<EnvironmentCallbackAnnotation>().First());
    }
}
