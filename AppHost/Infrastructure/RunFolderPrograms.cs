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
            foreach (var program in start.Model.Resources.OfType<IResourceWithEnvironment>().Where(resource => resource is ExecutableResource or ProjectResource))
                builder.CreateResourceBuilder(program).WithEnvironment(LeftoverProcesses.Variable, folder.Path);
            // It keeps the telemetry of past runs, by itself in the user's home.
            if (start.Model.Resources.FirstOrDefault(resource => resource.Name == ResourceStates.Dashboard) is IResourceWithEnvironment dashboard)
                builder.CreateResourceBuilder(dashboard).WithEnvironment("ASPIRE_DASHBOARD_DATA_DIRECTORY", folder.In("dashboard"));
            return Task.CompletedTask;
        });
        return Task.CompletedTask;
    }
}
