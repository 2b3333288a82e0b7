using System.Text.RegularExpressions;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.Downloads;

namespace Dugout.Infrastructure.Servers;

/// <summary>An nginx with which the load lab compares the gateway: the installed one, or a private download. The shop does not need it.</summary>
public static partial class NginxProgram
{
    private const string Name = "nginx";

    /// <summary>Finds nginx; downloads it if it is not installed and the settings allow it.</summary>
    /// <param name="settings">Where to look and what is allowed.</param>
    /// <param name="announce">Receives lines for the user, each before the step it announces.</param>
    /// <param name="cancellation">Cancels; an interrupted download leaves no folder that counts as complete.</param>
    /// <exception cref="StartFailedException">nginx is unavailable; the message says what helps.</exception>
    public static async Task<ServerProgram> FindAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation = default)
    {
        LinuxOnly.Require();
        if (settings.Source != ServerSource.Download && ProcessRunner.Find(Name, settings.SearchFolders) is { } installed
            && await AtAsync(installed, new Dictionary<string, string>(), cancellation) is { } program)
        {
            return program;
        }

        if (settings.Source == ServerSource.Installed)
            throw Download.Failed("not installed, and a download is forbidden");
        var folder = await new Download(settings, announce).ObtainAsync(cancellation);
        return await PrivateAsync(folder, cancellation);
    }

    private static async Task<ServerProgram> PrivateAsync(string folder, CancellationToken cancellation) =>
        await AtAsync(Path.Combine(folder, "usr/sbin", Name), ServerPrograms.LibrariesOf(folder), cancellation)
        ?? throw Download.Failed($"the downloaded nginx in {folder} does not run on this system");

    private static async Task<ServerProgram?> AtAsync(string path, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        if (!File.Exists(path))
            return null;
        // nginx prints its version to standard error.
        var asked = await ProcessRunner.RunAsync(path, ["-v"], cancellation, environment: environment);
        return NginxVersion().Match(asked.Output + asked.Error) is { Success: true } found
            ? new(Name, Version.Parse(found.Groups["version"].Value), path, environment)
            : null;
    }

    [GeneratedRegex(@"nginx/(?<version>\d+\.\d+\.\d+)")]
    private static partial Regex NginxVersion();

    /// <summary>The package and the libraries it depends on directly, without its modules.</summary>
    private sealed class Download(ServerSettings settings, Action<string> announce) : AptDownload(settings, Name, announce)
    {
        /// <summary>Incremented when the recipe below changes, so that old folders are not used.</summary>
        private const int Recipe = 1;

        /// <summary>Which of the two contains the program depends on the release; the other one is nearly empty.</summary>
        private static readonly string[] Packages = [Name, "nginx-core"];

        public static StartFailedException Failed(string why) => new($"nginx: {why}. Install: apt-get install nginx.");

        public Task<string> ObtainAsync(CancellationToken cancellation) => ObtainAsync($"nginx-{Codename()}-{Architecture()}-{Recipe}", cancellation);

        protected override StartFailedException Error(string why) => Failed(why);

        protected override async Task<IReadOnlyList<string>?> ResolveAsync(Apt apt, CancellationToken cancellation)
        {
            List<string> known = [];
            HashSet<string> libraries = [];
            foreach (var package in Packages)
            {
                var depends = await apt.QueryAsync(["depends", package], cancellation);
                if (!depends.Succeeded)
                    continue;
                known.Add(package);
                libraries.UnionWith(LibrariesIn(depends).Where(name => !name.StartsWith("libnginx", StringComparison.Ordinal)));
            }

            return known.Count == 0 ? null : [.. known, .. libraries.Order(StringComparer.Ordinal)];
        }

        protected override async Task<string> FinishAsync(string unpacked, CancellationToken cancellation) =>
            $"{await PrivateAsync(unpacked, cancellation)} is ready";
    }
}
