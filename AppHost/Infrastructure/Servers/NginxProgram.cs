using System.Text.RegularExpressions;

namespace Dugout.Infrastructure;

/// <summary>An nginx for the load lab to set the gateway beside: the installed one, or a private download. The shop doesn't need it.</summary>
public static partial class NginxProgram
{
    private const string Name = "nginx";

    /// <summary>Finds it; downloads it if it isn't installed and the settings allow.</summary>
    /// <param name="settings">Where to look and what is allowed.</param>
    /// <param name="announce">Takes lines for the user, each before the thing it announces.</param>
    /// <param name="cancellation">Gives up; a download that was under way leaves nothing that counts as one.</param>
    /// <exception cref="StartFailedException">It can't be had; the message says what helps.</exception>
    public static async Task<ServerProgram> FindAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation = default)
    {
        LinuxOnly.Require();
        if (settings.Source != ServerSource.Download && ProcessRunner.Find(Name, settings.SearchFolders) is { } installed
            && await AtAsync(installed, new Dictionary<string, string>(), cancellation) is { } program)
        {
            return program;
        }

        if (settings.Source == ServerSource.Installed)
            throw Download.Refused("not installed, and a download is forbidden");
        var folder = await new Download(settings, announce).ObtainAsync(cancellation);
        return await PrivateAsync(folder, cancellation);
    }

    private static async Task<ServerProgram> PrivateAsync(string folder, CancellationToken cancellation) =>
        await AtAsync(Path.Combine(folder, "usr/sbin", Name), ServerPrograms.LibrariesOf(folder), cancellation)
        ?? throw Download.Refused($"the downloaded one in {folder} does not run here");

    private static async Task<ServerProgram?> AtAsync(string path, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        if (!File.Exists(path))
            return null;
        // It tells its version on standard error.
        var asked = await ProcessRunner.RunAsync(path, ["-v"], cancellation, environment: environment);
        return NginxVersion().Match(asked.Output + asked.Error) is { Success: true } found
            ? new(Name, Version.Parse(found.Groups["version"].Value), path, environment)
            : null;
    }

    [GeneratedRegex(@"nginx/(?<version>\d+\.\d+\.\d+)")]
    private static partial Regex NginxVersion();

    /// <summary>The package, and the libraries it names itself; its modules stay away.</summary>
    private sealed class Download(ServerSettings settings, Action<string> announce) : AptDownload(settings, Name, announce)
    {
        /// <summary>Counts up when the recipe below changes, so that old folders are left alone.</summary>
        private const int Recipe = 1;

        /// <summary>Which of them holds the program differs by release; the other one is nearly empty.</summary>
        private static readonly string[] Packages = [Name, "nginx-core"];

        public static StartFailedException Refused(string why) => new($"nginx: {why}. Install: apt-get install nginx.");

        public Task<string> ObtainAsync(CancellationToken cancellation) => ObtainAsync($"nginx-{Codename()}-{Architecture()}-{Recipe}", cancellation);

        protected override StartFailedException Refusal(string why) => Refused(why);

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
                libraries.UnionWith(depends.Output.Split('\n')
                    .Select(line => line.Trim(' ', '|'))
                    .Where(line => line.StartsWith("Depends: lib", StringComparison.Ordinal))
                    .Select(line => line["Depends: ".Length..])
                    .Where(name => !PrivateDownload.FromTheMachine.Contains(name) && !name.StartsWith("libnginx", StringComparison.Ordinal)));
            }

            return known.Count == 0 ? null : [.. known, .. libraries.Order(StringComparer.Ordinal)];
        }

        protected override async Task<string> FinishAsync(string unpacked, CancellationToken cancellation) =>
            $"{await PrivateAsync(unpacked, cancellation)} is ready";
    }
}
