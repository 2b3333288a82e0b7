using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers;

/// <summary>What the extension methods need to know about this machine and this run.</summary>
/// <param name="Folder">Folder of data, configuration and passwords.</param>
/// <param name="Servers">The servers to run, or their addresses.</param>
/// <param name="Secrets">The passwords of the run folder.</param>
/// <param name="Announce">Receives lines for the user.</param>
internal sealed record ServerInfrastructure(RunFolder Folder, SystemServers Servers, Secrets Secrets, Action<string> Announce)
{
    /// <summary>Returns what an application was configured with.</summary>
    public static ServerInfrastructure Of(IDistributedApplicationBuilder builder) =>
        (ServerInfrastructure?)builder.Services.LastOrDefault(service => service.ServiceType == typeof(ServerInfrastructure))?.ImplementationInstance
        ?? throw new InvalidOperationException("Call UseServers before the first server is added.");
}
