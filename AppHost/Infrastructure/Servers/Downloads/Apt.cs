using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Servers.Downloads;

/// <summary>apt's two programs and their configuration.</summary>
/// <param name="Get">The path of <c>apt-get</c>.</param>
/// <param name="Cache">The path of <c>apt-cache</c>.</param>
/// <param name="Configuration">The arguments that name a configuration file; none for the machine's own.</param>
internal sealed record Apt(string Get, string Cache, IReadOnlyList<string> Configuration)
{
    /// <summary>apt and dpkg-deb run helpers (gpgv, tar) from these folders, whatever this user's PATH is.</summary>
    public static readonly IReadOnlyDictionary<string, string> SystemPath = new Dictionary<string, string> { ["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin" };

    /// <summary>Runs <c>apt-get</c>, which downloads into a folder.</summary>
    public Task<ToolResult> GetAsync(IEnumerable<string> arguments, string folder, CancellationToken cancellation) =>
        ProcessRunner.RunAsync(Get, ["-qq", .. Configuration, .. arguments], cancellation, folder: folder, environment: SystemPath);

    /// <summary>Runs <c>apt-cache</c>.</summary>
    public Task<ToolResult> QueryAsync(IEnumerable<string> arguments, CancellationToken cancellation) =>
        ProcessRunner.RunAsync(Cache, [.. Configuration, .. arguments], cancellation, environment: SystemPath);
}
