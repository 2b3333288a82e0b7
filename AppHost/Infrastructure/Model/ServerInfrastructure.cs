namespace Dugout.Infrastructure;

/// <summary>What the extension methods on a builder need to know about this machine and this run.</summary>
/// <param name="Folder">Where data, configuration and passwords are.</param>
/// <param name="Servers">What to run, or where it is.</param>
/// <param name="Secrets">The passwords of the run folder.</param>
/// <param name="Announce">Takes lines for the user.</param>
internal sealed record ServerInfrastructure(RunFolder Folder, Servers Servers, Secrets Secrets, Action<string> Announce);
