using System.Globalization;
using System.Runtime.InteropServices;

namespace Dugout.Infrastructure;

/// <summary>
/// Programs for this user alone, unpacked from Debian or Ubuntu packages into a folder under the cache: no root, no change
/// to the machine. The machine's mirrors, proxies and keys stay in force, so what arrives is as trusted as what
/// <c>apt-get install</c> brings. The folder is complete or absent: it is unpacked beside its place, its programs are
/// asked for their version, and only then it gets its name.
/// </summary>
/// <param name="settings">Says where the cache is, and where apt is looked for.</param>
/// <param name="wanted">What the user lacks, for the lines.</param>
/// <param name="announce">Takes lines for the user, each before the thing it announces.</param>
internal abstract class AptDownload(ServerSettings settings, string wanted, Action<string> announce)
{
    /// <summary>The folder, downloaded if it isn't there.</summary>
    /// <param name="folderName">Its name under the cache; says everything that makes one such folder differ from another.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="StartFailedException">No apt here, no network, no room: one line.</exception>
    protected async Task<string> ObtainAsync(string folderName, CancellationToken cancellation)
    {
        var folder = Path.Combine(settings.CacheFolder, folderName);
        if (Directory.Exists(folder))
            return folder;

        var get = ProcessRunner.Find("apt-get", settings.SearchFolders);
        var cache = ProcessRunner.Find("apt-cache", settings.SearchFolders);
        var dpkg = ProcessRunner.Find("dpkg-deb", settings.SearchFolders);
        if (get is null || cache is null || dpkg is null)
            throw Refusal("there is no apt-get and dpkg-deb to download with (Debian and Ubuntu have them)");

        try
        {
            Directory.CreateDirectory(settings.CacheFolder);
            using var turn = await FileLock.WaitAsync(
                folder + ".lock",
                TimeSpan.FromMinutes(10),
                () => announce($"{wanted}: another start is downloading; waiting for it."),
                cancellation) ?? throw Refusal("another start has been downloading for ten minutes");

            // Ours now: whoever held the turn before may have finished, or died half way.
            if (!Directory.Exists(folder))
            {
                foreach (var half in Directory.EnumerateDirectories(settings.CacheFolder, folderName + ".making*"))
                    Directory.Delete(half, recursive: true);
                await MakeAsync(get, cache, dpkg, folder, cancellation);
            }

            return folder;
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            throw Refusal($"the download could not be kept: {fault.Message}");
        }
    }

    /// <summary>Further lines of apt's configuration, if the machine's own package sources aren't the right ones.</summary>
    /// <param name="apt">The machine's apt, as it is set up.</param>
    /// <param name="state">Apt's folder for this download, for files the lines refer to.</param>
    /// <param name="cancellation">Gives up.</param>
    protected virtual Task<string> SourcesAsync(Apt apt, string state, CancellationToken cancellation) => Task.FromResult("");

    /// <summary>The packages to download, by the names this release gives them; null if apt doesn't know what is wanted.</summary>
    protected abstract Task<IReadOnlyList<string>?> ResolveAsync(Apt apt, CancellationToken cancellation);

    /// <summary>Packages and, level by level, the libraries they load.</summary>
    /// <param name="apt">The apt that is asked.</param>
    /// <param name="packages">What is wanted.</param>
    /// <param name="isWanted">Whether a library it names comes along; those that the machine has need not.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <returns>Null where apt doesn't know one of them.</returns>
    protected static async Task<IReadOnlyList<string>?> WithLibrariesAsync(Apt apt, IEnumerable<string> packages, Func<string, bool> isWanted, CancellationToken cancellation)
    {
        List<string> known = [];
        for (List<string> level = [.. packages]; level.Count > 0;)
        {
            // A level at a time: for each question apt reads all its lists anew.
            var depends = await apt.QueryAsync(["depends", .. level], cancellation);
            if (!depends.Succeeded)
                return null;

            known.AddRange(level);
            // Of alternatives ("|Depends") the last one counts; the first may be a choice of the distributor's.
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

    /// <summary>Makes the unpacked programs run and asks them for their version.</summary>
    /// <returns>What is ready, as a sentence without its full stop.</returns>
    /// <exception cref="StartFailedException">They don't run here.</exception>
    protected abstract Task<string> FinishAsync(string unpacked, CancellationToken cancellation);

    /// <summary>One line: what is missing, why it can't be had, what helps.</summary>
    protected abstract StartFailedException Refusal(string why);

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

            announce($"{wanted}: not installed. Asking apt what it has (about 10 MB of package lists), for this user alone; nothing is installed.");
            var update = await apt.GetAsync(["update"], state, cancellation);
            var packages = await ResolveAsync(apt, cancellation)
                ?? throw Refusal($"apt has no package of it ({Complaint(update)})");

            var size = await SizeAsync(apt, packages, state, cancellation);
            announce(string.Create(CultureInfo.InvariantCulture, $"Downloading {packages.Count} packages, {size / 1e6:0.0} MB, to {folder}"));
            var download = await apt.GetAsync(["download", .. packages], state, cancellation);
            if (!download.Succeeded)
                throw Refusal($"the download failed ({download.Complaint})");

            var unpacked = Directory.CreateDirectory(Path.Combine(making, "servers")).FullName;
            foreach (var package in Directory.EnumerateFiles(state, "*.deb"))
            {
                var unpack = await ProcessRunner.RunAsync(dpkg, ["-x", package, unpacked], cancellation, environment: Apt.SystemPath);
                if (!unpack.Succeeded)
                    throw Refusal($"{Path.GetFileName(package)} did not unpack ({unpack.Complaint})");
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

    /// <summary>An apt of our own beside the machine's: its keys and, unless told otherwise, its sources; our state, none of its hooks.</summary>
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

    /// <summary>Why apt knows nothing: the first list it couldn't fetch says more than its summary after the last.</summary>
    private static string Complaint(ToolResult update) =>
        update.Error.Split('\n').FirstOrDefault(line => line.Contains("Failed to fetch", StringComparison.Ordinal))?.Trim()
        ?? (update.Error.Length > 0 ? update.Complaint : "its lists are empty");

    /// <summary>Bytes to download, by apt's own count.</summary>
    private static async Task<long> SizeAsync(Apt apt, IReadOnlyList<string> packages, string folder, CancellationToken cancellation)
    {
        // Each line: 'address' file size hash
        var planned = await apt.GetAsync(["--print-uris", "download", .. packages], folder, cancellation);
        return planned.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split(' '))
            .Sum(fields => fields.Length >= 3 && long.TryParse(fields[2], CultureInfo.InvariantCulture, out var bytes) ? bytes : 0);
    }
}

/// <summary>apt's two programs with the configuration they are to read.</summary>
/// <param name="Get">The path of <c>apt-get</c>.</param>
/// <param name="Cache">The path of <c>apt-cache</c>.</param>
/// <param name="Configuration">The arguments that name a configuration file; none for the machine's own.</param>
internal sealed record Apt(string Get, string Cache, IReadOnlyList<string> Configuration)
{
    /// <summary>apt and dpkg-deb run helpers of their own (gpgv, tar) from these, whatever this user's PATH says.</summary>
    public static readonly IReadOnlyDictionary<string, string> SystemPath = new Dictionary<string, string> { ["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin" };

    /// <summary>Runs <c>apt-get</c>, which leaves what it downloads in a folder.</summary>
    public Task<ToolResult> GetAsync(IEnumerable<string> arguments, string folder, CancellationToken cancellation) =>
        ProcessRunner.RunAsync(Get, ["-qq", .. Configuration, .. arguments], cancellation, folder: folder, environment: SystemPath);

    /// <summary>Asks <c>apt-cache</c>.</summary>
    public Task<ToolResult> QueryAsync(IEnumerable<string> arguments, CancellationToken cancellation) =>
        ProcessRunner.RunAsync(Cache, [.. Configuration, .. arguments], cancellation, environment: SystemPath);
}
