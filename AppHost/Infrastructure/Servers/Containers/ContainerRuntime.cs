using System.Globalization;
using System.Text.Json;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers.Containers;

/// <summary>The container runtime that Aspire's orchestrator uses on this machine.</summary>
/// <param name="Name"><c>docker</c> or <c>podman</c>.</param>
/// <param name="User">Ids of the user and group that containers run as; null for the user of the image.</param>
internal sealed record ContainerRuntime(string Name, string? User)
{
    private const string Podman = "podman";

    /// <summary>A busy runtime responds within two seconds; a daemon that hangs never does.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15);

    /// <summary>
    /// Runtime arguments in addition to the model. On Linux they make the data in the run folder belong to this user; podman needs two more options, so that
    /// the user id means the same user inside the container and SELinux lets the container read the folder.
    /// </summary>
    public string[] Arguments => User is null ? [] : ["--user", User, .. Name == Podman ? (string[])["--userns=keep-id", "--security-opt", "label=disable"] : []];

    /// <summary>Queries the orchestrator, so that the result is the runtime that a start will use (<c>ASPIRE_CONTAINER_RUNTIME</c> selects one).</summary>
    /// <param name="path">Folders searched for programs, in the format of <c>PATH</c>; null for this process's own.</param>
    /// <param name="cancellation">Cancels the query.</param>
    /// <returns>The runtime, or why there is none.</returns>
    public static async Task<(ContainerRuntime? Runtime, string Missing)> FindAsync(string? path, CancellationToken cancellation)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(Patience);
        try
        {
            var chosen = Environment.GetEnvironmentVariable("ASPIRE_CONTAINER_RUNTIME");
            var environment = path is null ? ServerProgram.NoEnvironment : new Dictionary<string, string> { ["PATH"] = path };
            var asked = await ProcessRunner.RunAsync(
                AspireApplication.OrchestratorPath, string.IsNullOrEmpty(chosen) ? ["info"] : ["info", "--container-runtime", chosen], patience.Token, environment: environment);
            return asked.Succeeded ? await ReadAsync(asked.Output, cancellation) : (null, asked.Complaint);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return (null, string.Create(CultureInfo.InvariantCulture, $"docker or podman did not respond within {Patience.TotalSeconds:0} s"));
        }
    }

    private static async Task<(ContainerRuntime? Runtime, string Missing)> ReadAsync(string answer, CancellationToken cancellation)
    {
        var (name, isInstalled, isRunning, error) = JsonSerializer.Deserialize<Info>(answer, JsonSerializerOptions.Web)!.Containers;
        if (!isInstalled)
            return (null, "neither docker nor podman is installed");
        return isRunning ? (new(name, await UserAsync(cancellation)), "") : (null, $"{name} does not respond ({LastLine(error ?? "no reason given")})");
    }

    /// <summary>Null where the runtime uses a virtual machine, which maps file ownership to this user itself, and for root, whose servers drop their privileges.</summary>
    private static async Task<string?> UserAsync(CancellationToken cancellation) =>
        OperatingSystem.IsLinux() && !Environment.IsPrivilegedProcess ? $"{await NumberAsync("-u", cancellation)}:{await NumberAsync("-g", cancellation)}" : null;

    private static async Task<string> NumberAsync(string which, CancellationToken cancellation) =>
        (await ProcessRunner.RunAsync("id", [which], cancellation)).Output.Trim();

    private static string LastLine(string text) => text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)[^1];

    private sealed record Info(Containers Containers);

    private sealed record Containers(string Runtime, bool Installed, bool Running, string? Error);
}
