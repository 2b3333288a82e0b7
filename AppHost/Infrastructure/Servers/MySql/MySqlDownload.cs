using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.Downloads;

namespace Dugout.Infrastructure.Servers.MySql;

/// <summary>
/// MySQL 9 for this user alone, from Debian's unstable release, which contains it. It comes with every library down to
/// libc and is started by its own loader, so it runs on an older machine. For tests only: that release has no security support.
/// </summary>
internal sealed class MySqlDownload : AptDownload
{
    /// <summary>Incremented when the recipe below changes, so that old folders are not used.</summary>
    private const int Recipe = 1;

    /// <summary>The release that contains it.</summary>
    public const string Release = "sid";

    private const string Package = "mysql-server-core";
    private const string Series = "MySQL 9";

    /// <summary>Debian's keys only: a third party's key that the machine trusts for its own packages cannot sign these.</summary>
    private const string Keys = "/usr/share/keyrings/debian-archive-keyring.gpg";

    /// <summary>Libraries loaded only by plugins and components that are not used here; with their dependencies they would add 30 MB.</summary>
    private static readonly string[] NotLoaded = ["libcurl", "libfido2", "libmecab", "libprotobuf3", "libtirpc", "libc-gconv"];

    private MySqlDownload(ServerSettings settings, Action<string> announce) : base(settings, Series, announce)
    {
    }

    /// <summary>Returns the server; downloads it if it is missing.</summary>
    /// <exception cref="StartFailedException">The download is impossible here, or the current unstable release does not fit: one line.</exception>
    public static async Task<MySqlProgram> ObtainAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        LinuxOnly.Require();
        var download = new MySqlDownload(settings, announce);
        var folder = await download.ObtainAsync($"mysql-{Release}-{Architecture()}-{Recipe}", cancellation);
        return await download.ProgramInAsync(folder, cancellation);
    }

    /// <inheritdoc/>
    protected override StartFailedException Error(string why) => new($"{Series} is not available: {why}.");

    /// <summary>Returns the mirrors of the machine's own Debian, with the other release.</summary>
    protected override async Task<string> SourcesAsync(Apt apt, string state, CancellationToken cancellation)
    {
        var mirrors = await MirrorsAsync(apt, state, [], cancellation);
        // While apt has no lists it omits all targets whose origin it does not know, unless the option below disables that.
        if (mirrors.Count == 0)
            mirrors = await MirrorsAsync(apt, state, ["--option", "APT::Get::IndexTargets::ReleaseInfo=false"], cancellation);
        if (mirrors.Count == 0)
            throw Error("no Debian mirror among this machine's package sources");

        var list = Path.Combine(state, "sources.list");
        var trusted = File.Exists(Keys) ? $"[signed-by={Keys}] " : "";
        await File.WriteAllLinesAsync(list, mirrors.Select(mirror => $"deb {trusted}{mirror} {Release} main"), cancellation);
        // A mirror with a copy of an earlier day has signed lists past their expiry date.
        return $"""
            Dir::Etc::sourcelist "{list}";
            Dir::Etc::sourceparts "-";
            Acquire::Check-Valid-Until "false";
            """;
    }

    private static async Task<List<string>> MirrorsAsync(Apt apt, string state, string[] options, CancellationToken cancellation)
    {
        const string unknown = "$(ORIGIN)"; // apt's output for an unknown origin: any of these may be a mirror.
        var targets = await apt.GetAsync([.. options, "indextargets", "--format", "$(RELEASE) $(ORIGIN) $(SITE)", "Created-By: Packages", "Component: main"], state, cancellation);
        return targets.Output.Split('\n')
            .Select(line => line.Split(' ', 3))
            .Where(fields => fields is [var release, "Debian" or unknown, _] && (release == Codename() || release is "stable" or "testing" or "unstable" or Release))
            .Select(fields => fields[2])
            .Distinct()
            .ToList();
    }

    /// <summary>Returns the server and, level by level, the libraries it loads. Names change with unstable (libicu78, libicu79), so none is listed here.</summary>
    protected override Task<IReadOnlyList<string>?> ResolveAsync(Apt apt, CancellationToken cancellation) =>
        WithLibrariesAsync(apt, [Package], name => !NotLoaded.Any(prefix => name.StartsWith(prefix, StringComparison.Ordinal)), cancellation);

    /// <inheritdoc/>
    protected override async Task<string> FinishAsync(string unpacked, CancellationToken cancellation) =>
        $"{await ProgramInAsync(unpacked, cancellation)} is ready";

    private async Task<MySqlProgram> ProgramInAsync(string folder, CancellationToken cancellation)
    {
        var libraries = Directory.EnumerateDirectories(Path.Combine(folder, "usr/lib"), "*-linux-gnu*").FirstOrDefault() ?? folder;
        var loader = Directory.EnumerateFiles(libraries, "ld-linux*").FirstOrDefault()
            ?? throw Error($"the packages of {Release} are no longer compatible: libc6 has no loader under usr/lib");

        var (program, skipped) = await MySqlProgram.AtAsync(loader, libraries, Path.Combine(folder, "usr"), cancellation);
        return program switch
        {
            null => throw Error($"the packages of {Release} are no longer compatible: {skipped}"),
            { Version.Major: 9 } => program,
            _ => throw Error($"{Release} now has {program}"),
        };
    }
}
