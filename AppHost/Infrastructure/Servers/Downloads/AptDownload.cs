using System.Globalization;
using System.Runtime.InteropServices;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers.Downloads;

/// <summary>
/// Programs for this user alone, unpacked from Debian or Ubuntu packages into a folder under the cache: no root, no change
/// to the machine. The machine's mirrors, proxies and keys apply, so the packages are as trusted as those of
/// <c>apt-get install</c>. The folder is complete or absent: it is unpacked under a temporary name, its programs are
/// run once for their version, and only then it is renamed.
/// </summary>
/// <param name="settings">Contains the cache folder and the folders searched for apt.</param>
/// <param name="wanted">What is missing, for messages.</param>
/// <param name="announce">Receives lines for the user, each before the step it announces.</param>
internal abstract class AptDownload(ServerSettings settings, string wanted, Action<string> announce)
{
    /// <summary>
    /// Libraries that every Debian or Ubuntu with .NET has. The machine's copies are used: libc must match its loader, and the
    /// others have dependencies of their own.
    /// </summary>
    private static readonly HashSet<string> OnEveryMachine =
    [
        "libc6", "libgcc-s1", "libstdc++6", "libcrypt1", "libpcre2-8-0", "libssl1.1", "libssl3", "libssl3t64", "libsystemd0",
    ];

    /// <summary>Returns the folder; downloads it if it is missing.</summary>
    /// <param name="folderName">Its name under the cache; includes everything that distinguishes such folders.</param>
    /// <param name="cancellation">Cancels the download.</param>
    /// <exception cref="StartFailedException">apt, the network or disk space is missing: one line.</exception>
    protected async Task<string> ObtainAsync(string folderName, CancellationToken cancellation)
    {
        var folder = Path.Combine(settings.CacheFolder, folderName);
        if (Directory.Exists(folder))
            return folder;

        var get = ProcessRunner.Find("apt-get", settings.SearchFolders);
        var cache = ProcessRunner.Find("apt-cache", settings.SearchFolders);
        var dpkg = ProcessRunner.Find("dpkg-deb", settings.SearchFolders);
        if (get is null || cache is null || dpkg is null)
            throw Error("the download needs apt-get and dpkg-deb, which this system lacks (Debian and Ubuntu have them)");

        try
        {
            Directory.CreateDirectory(settings.CacheFolder);
            using var turn = await FileLock.WaitAsync(
                folder + ".lock",
                TimeSpan.FromMinutes(10),
                () => announce($"{wanted}: another start is downloading; waiting for it."),
                cancellation) ?? throw Error("another start has been downloading for ten minutes");

            // This process holds the lock now: the previous holder may have finished, or died halfway.
            if (!Directory.Exists(folder))
            {
                foreach (var unfinished in Directory.EnumerateDirectories(settings.CacheFolder, folderName + ".making*"))
                    Directory.Delete(unfinished, recursive: true);
                await MakeAsync(get, cache, dpkg, folder, cancellation);
            }

            return folder;
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            throw Error($"the download could not be stored: {fault.Message}");
        }
    }

    /// <summary>Returns additional lines of apt's configuration, for package sources other than the machine's.</summary>
    /// <param name="apt">The machine's apt with its configuration.</param>
    /// <param name="state">apt's folder for this download, for files that the lines refer to.</param>
    /// <param name="cancellation">Cancels the query.</param>
    protected virtual Task<string> SourcesAsync(Apt apt, string state, CancellationToken cancellation) => Task.FromResult("");

    /// <summary>Returns the packages to download, by their names in this release; null if apt does not know them.</summary>
    protected abstract Task<IReadOnlyList<string>?> ResolveAsync(Apt apt, CancellationToken cancellation);

    /// <summary>
    /// Returns packages and their direct library dependencies. One level is enough, because the machine has the rest;
    /// apt's own resolver is not used, because it fails where the machine's package state is inconsistent, and would add
    /// a complete Perl.
    /// </summary>
    /// <param name="apt">The apt to query.</param>
    /// <param name="packages">The packages.</param>
    /// <param name="cancellation">Cancels the query.</param>
    /// <returns>Null where apt does not know one of the packages.</returns>
    protected static async Task<IReadOnlyList<string>?> WithDirectLibrariesAsync(Apt apt, IReadOnlyList<string> packages, CancellationToken cancellation)
    {
        var depends = await apt.QueryAsync(["depends", .. packages], cancellation);
        if (!depends.Succeeded)
            return null;
        return [.. packages, .. LibrariesIn(depends).Distinct().Order(StringComparer.Ordinal)];
    }

    /// <summary>Returns the libraries in a response of <c>apt-cache depends</c>, without those of every machine.</summary>
    protected static IEnumerable<string> LibrariesIn(ToolResult depends) => depends.Output.Split('\n')
        .Select(line => line.Trim(' ', '|'))
        .Where(line => line.StartsWith("Depends: lib", StringComparison.Ordinal))
        .Select(line => line["Depends: ".Length..])
        .Where(name => !OnEveryMachine.Contains(name));

    /// <summary>Returns packages and, level by level, the libraries they load.</summary>
    /// <param name="apt">The apt to query.</param>
    /// <param name="packages">The packages.</param>
    /// <param name="isWanted">Whether a library is downloaded, too; libraries present on the machine are not needed.</param>
    /// <param name="cancellation">Cancels the query.</param>
    /// <returns>Null where apt does not know one of the packages.</returns>
    protected static async Task<IReadOnlyList<string>?> WithLibrariesAsync(Apt apt, IEnumerable<string> packages, Func<string, bool> isWanted, CancellationToken cancellation)
    {
        List<string> known = [];
        for (List<string> level = [.. packages]; level.Count > 0;)
        {
            // One query per level: apt reads all its lists for each query.
            var depends = await apt.QueryAsync(["depends", .. level], cancellation);
            if (!depends.Succeeded)
                return null;

            known.AddRange(level);
            // Of alternatives ("|Depends") the last one is taken; the first may be specific to the distribution.
            level = depends.Output.Split('\n')
                .Select(line => line.Trim())
                .Where(line => line.StartsWith("Depends: lib", StringComparison.Ordinal) || line == "Depends: zlib1g")
                .Select(line => line["Depends: ".Length..])
                .Where(name => !known.Contains(name) && isWanted(name))
                .Distinct()
                .ToList();
        }

        return known;
    }

    /// <summary>Prepares the unpacked programs to run and checks their versions.</summary>
    /// <returns>What is ready, as a sentence without its full stop.</returns>
    /// <exception cref="StartFailedException">The programs do not run here.</exception>
    protected abstract Task<string> FinishAsync(string unpacked, CancellationToken cancellation);

    /// <summary>Returns the one-line error: what is missing, why it is unavailable, what helps.</summary>
    protected abstract StartFailedException Error(string why);

    /// <summary>The machine's processor as Debian names it, for folder names.</summary>
    protected static string Architecture() => RuntimeInformation.OSArchitecture switch
    {
        System.Runtime.InteropServices.Architecture.X64 => "amd64",
        var other => other.ToString(),
    };

    /// <summary>The machine's release by its code name, such as <c>bookworm</c>; <c>linux</c> where it has none.</summary>
    protected static string Codename()
    {
        const string release = "/etc/os-release";
        var line = File.Exists(release)
            ? File.ReadLines(release).FirstOrDefault(line => line.StartsWith("VERSION_CODENAME=", StringComparison.Ordinal))
            : null;
        return line?["VERSION_CODENAME=".Length..].Trim('"') is { Length: > 0 } name ? name : "linux";
    }

    private async Task MakeAsync(string get, string cache, string dpkg, string folder, CancellationToken cancellation)
    {
        var making = $"{folder}.making-{Environment.ProcessId}";
        try
        {
            var state = Directory.CreateDirectory(Path.Combine(making, "apt")).FullName;
            var sources = await SourcesAsync(new(get, cache, []), state, cancellation);
            var apt = new Apt(get, cache, ["-c", Configure(state, sources)]);

            announce($"{wanted}: not installed. Downloading apt's package lists (about 10 MB) for this user only; nothing is installed.");
            var update = await apt.GetAsync(["update"], state, cancellation);
            var packages = await ResolveAsync(apt, cancellation)
                ?? throw Error($"apt has no package of it ({Complaint(update)})");

            var size = await SizeAsync(apt, packages, state, cancellation);
            announce(string.Create(CultureInfo.InvariantCulture, $"Downloading {packages.Count} packages, {size / 1e6:0.0} MB, to {folder}"));
            var download = await apt.GetAsync(["download", .. packages], state, cancellation);
            if (!download.Succeeded)
                throw Error($"the download failed ({download.Complaint})");

            var unpacked = Directory.CreateDirectory(Path.Combine(making, "servers")).FullName;
            foreach (var package in Directory.EnumerateFiles(state, "*.deb"))
            {
                var unpack = await ProcessRunner.RunAsync(dpkg, ["-x", package, unpacked], cancellation, environment: Apt.SystemPath);
                if (!unpack.Succeeded)
                    throw Error($"{Path.GetFileName(package)} did not unpack ({unpack.Complaint})");
            }

            var ready = await FinishAsync(unpacked, cancellation);
            Directory.Move(unpacked, folder);
            announce($"{ready}; later starts need no download.");
        }
        finally
        {
            if (Directory.Exists(making))
                Directory.Delete(making, recursive: true);
        }
    }

    /// <summary>Writes the configuration of a separate apt: the machine's keys and, by default, its sources; its own state, none of the machine's hooks.</summary>
    private static string Configure(string state, string sources)
    {
        Directory.CreateDirectory(Path.Combine(state, "lists/partial"));
        Directory.CreateDirectory(Path.Combine(state, "cache/archives/partial"));
        var file = Path.Combine(state, "apt.conf");
        File.WriteAllText(file, $"""
            Dir::State "{state}";
            Dir::State::Lists "{state}/lists";
            Dir::State::status "/dev/null";
            Dir::Cache "{state}/cache";
            Dir::Cache::pkgcache "";
            Dir::Cache::srcpkgcache "";
            Acquire::Languages "none";
            Acquire::Retries "1";
            Acquire::http::Timeout "20";
            Acquire::https::Timeout "20";
            APT::Sandbox::User "";
            #clear APT::Update::Pre-Invoke;
            #clear APT::Update::Post-Invoke;
            #clear APT::Update::Post-Invoke-Success;
            #clear DPkg::Post-Invoke;
            #clear Acquire::IndexTargets::deb::DEP-11;
            {sources}

            """);
        return file;
    }

    /// <summary>Returns why apt has no packages: the first list it could not fetch is more specific than its summary at the end.</summary>
    private static string Complaint(ToolResult update) =>
        update.Error.Split('\n').FirstOrDefault(line => line.Contains("Failed to fetch", StringComparison.Ordinal))?.Trim()
        ?? (update.Error.Length > 0 ? update.Complaint : "its lists are empty");

    /// <summary>Returns the download size in bytes, as computed by apt.</summary>
    private static async Task<long> SizeAsync(Apt apt, IReadOnlyList<string> packages, string folder, CancellationToken cancellation)
    {
        // Each line: 'address' file size hash
        var planned = await apt.GetAsync(["--print-uris", "download", .. packages], folder, cancellation);
        return planned.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split(' '))
            .Sum(fields => fields.Length >= 3 && long.TryParse(fields[2], CultureInfo.InvariantCulture, out var bytes) ? bytes : 0);
    }
}
