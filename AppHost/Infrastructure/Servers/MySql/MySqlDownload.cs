namespace Dugout.Infrastructure;

/// <summary>
/// MySQL 9 for this user alone, from Debian's unstable release, the one that carries it. It comes with every library down to
/// libc and is started by its own loader, so it runs on an older machine. For tests: nobody keeps that release secure.
/// </summary>
internal sealed class MySqlDownload : AptDownload
{
    /// <summary>Counts up when the recipe below changes, so that old folders are left alone.</summary>
    private const int Recipe = 1;

    /// <summary>The release that carries it.</summary>
    public const string Release = "sid";

    private const string Package = "mysql-server-core";
    private const string Series = "MySQL 9";

    /// <summary>Debian's keys and no others: a third party's key that the machine trusts for its own packages can't sign these.</summary>
    private const string Keys = "/usr/share/keyrings/debian-archive-keyring.gpg";

    /// <summary>What only plugins and components load that nothing here uses; with all they need these would be another 30 MB.</summary>
    private static readonly string[] NotLoaded = ["libcurl", "libfido2", "libmecab", "libprotobuf3", "libtirpc", "libc-gconv"];

    private MySqlDownload(ServerSettings settings, Action<string> announce) : base(settings, Series, announce)
    {
    }

    /// <summary>The server, downloaded if it isn't there.</summary>
    /// <exception cref="StartFailedException">It can't be had here, or what unstable holds by now doesn't fit: one line.</exception>
    public static async Task<MySqlProgram> ObtainAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        LinuxOnly.Require();
        var download = new MySqlDownload(settings, announce);
        var folder = await download.ObtainAsync($"mysql-{Release}-{Architecture()}-{Recipe}", cancellation);
        return await download.ProgramInAsync(folder, cancellation);
    }

    /// <inheritdoc/>
    protected override StartFailedException Refusal(string why) => new($"{Series} can't be had: {why}.");

    /// <summary>The mirrors that the machine has its own Debian from, asked for another release.</summary>
    protected override async Task<string> SourcesAsync(Apt apt, string state, CancellationToken cancellation)
    {
        var mirrors = await MirrorsAsync(apt, state, [], cancellation);
        // While apt has no lists it leaves out all of which it can't say where they come from, unless it needn't.
        if (mirrors.Count == 0)
            mirrors = await MirrorsAsync(apt, state, ["--option", "APT::Get::IndexTargets::ReleaseInfo=false"], cancellation);
        if (mirrors.Count == 0)
            throw Refusal("no Debian mirror among this machine's package sources");

        var list = Path.Combine(state, "sources.list");
        var trusted = File.Exists(Keys) ? $"[signed-by={Keys}] " : "";
        await File.WriteAllLinesAsync(list, mirrors.Select(mirror => $"deb {trusted}{mirror} {Release} main"), cancellation);
        // A mirror that is a copy of an earlier day signs lists past their date.
        return $"""
            Dir::Etc::sourcelist "{list}";
            Dir::Etc::sourceparts "-";
            Acquire::Check-Valid-Until "false";
            """;
    }

    private static async Task<List<string>> MirrorsAsync(Apt apt, string state, string[] options, CancellationToken cancellation)
    {
        const string unknown = "$(ORIGIN)"; // What apt answers where it doesn't know: any of these may be a mirror.
        var targets = await apt.GetAsync([.. options, "indextargets", "--format", "$(RELEASE) $(ORIGIN) $(SITE)", "Created-By: Packages", "Component: main"], state, cancellation);
        return targets.Output.Split('\n')
            .Select(line => line.Split(' ', 3))
            .Where(fields => fields is [var release, "Debian" or unknown, _] && (release == Codename() || release is "stable" or "testing" or "unstable" or Release))
            .Select(fields => fields[2])
            .Distinct()
            .ToList();
    }

    /// <summary>The server and, level by level, the libraries it loads. Names move with unstable (libicu78, libicu79), so none is written down here.</summary>
    protected override Task<IReadOnlyList<string>?> ResolveAsync(Apt apt, CancellationToken cancellation) =>
        WithLibrariesAsync(apt, [Package], name => !NotLoaded.Any(prefix => name.StartsWith(prefix, StringComparison.Ordinal)), cancellation);

    /// <inheritdoc/>
    protected override async Task<string> FinishAsync(string unpacked, CancellationToken cancellation) =>
        $"{await ProgramInAsync(unpacked, cancellation)} is ready";

    private async Task<MySqlProgram> ProgramInAsync(string folder, CancellationToken cancellation)
    {
        var libraries = Directory.EnumerateDirectories(Path.Combine(folder, "usr/lib"), "*-linux-gnu*").FirstOrDefault() ?? folder;
        var loader = Directory.EnumerateFiles(libraries, "ld-linux*").FirstOrDefault()
            ?? throw Refusal($"the packages of {Release} no longer fit: libc6 brings no loader under usr/lib");

        var (program, skipped) = await MySqlProgram.AtAsync(loader, libraries, Path.Combine(folder, "usr"), cancellation);
        return program switch
        {
            null => throw Refusal($"the packages of {Release} no longer fit: {skipped}"),
            { Version.Major: 9 } => program,
            _ => throw Refusal($"{Release} has {program} by now"),
        };
    }
}
