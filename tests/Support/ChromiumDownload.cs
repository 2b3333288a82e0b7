using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Infrastructure.Servers.Downloads;

namespace Dugout.Tests.Support;

/// <summary>
/// A browser without windows for this user alone, from the machine's own Debian release, with every library it loads down to libc, which stays the
/// machine's, and a font with Korean. About 120 MB.
/// </summary>
internal sealed class ChromiumDownload : AptDownload
{
    /// <summary>Counts up when the recipe below changes, so that old folders are left alone.</summary>
    private const int Recipe = 1;

    private const string Wanted = "A browser";

    /// <summary>The browser, the data it reads, and a font, since a machine without a desktop has none.</summary>
    private static readonly string[] Packages = ["chromium-headless-shell", "chromium-common", "fonts-nanum"];

    /// <summary>They must match the machine's loader, and every machine with .NET has them.</summary>
    private static readonly string[] FromTheMachine = ["libc6", "libgcc-s1", "libstdc++6"];

    private ChromiumDownload(ServerSettings settings, Action<string> announce) : base(settings, Wanted, announce)
    {
    }

    /// <summary>The browser, downloaded if it isn't there.</summary>
    /// <exception cref="StartFailedException">It is not available here: one line.</exception>
    public static async Task<ChromiumProgram> ObtainAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        LinuxOnly.Require();
        var download = new ChromiumDownload(settings, announce);
        var folder = await download.ObtainAsync($"chromium-{Codename()}-{Architecture()}-{Recipe}", cancellation);
        return ProgramIn(folder);
    }

    /// <inheritdoc/>
    protected override StartFailedException Error(string why) => new($"{Wanted} is not available: {why}.");

    /// <summary>The packages and, level by level, the libraries they load.</summary>
    protected override Task<IReadOnlyList<string>?> ResolveAsync(Apt apt, CancellationToken cancellation) =>
        WithLibrariesAsync(apt, Packages, name => !FromTheMachine.Contains(name), cancellation);

    /// <inheritdoc/>
    protected override async Task<string> FinishAsync(string unpacked, CancellationToken cancellation)
    {
        var program = ProgramIn(unpacked);
        var asked = await ProcessRunner.RunAsync(program.Path, ["--no-sandbox", "--version"], cancellation, environment: program.Environment);
        return asked.Succeeded ? $"{asked.Output.Trim()} is ready" : throw Error($"it doesn't run here ({asked.Complaint})");
    }

    private static ChromiumProgram ProgramIn(string folder)
    {
        // Some packages keep libraries that only they share in a folder of their own below.
        var libraries = Directory.EnumerateFiles(folder, "*.so*", SearchOption.AllDirectories)
            .Where(file => file.Contains("-linux-gnu", StringComparison.Ordinal)).Select(Path.GetDirectoryName).Distinct().Order(StringComparer.Ordinal);
        return new(Path.Combine(folder, "usr/lib/chromium/chromium-headless-shell"), string.Join(':', libraries), Path.Combine(folder, "usr/share/fonts"));
    }
}

/// <summary>A browser that brings its libraries and fonts.</summary>
/// <param name="Path">The program.</param>
/// <param name="Libraries">The folders of its libraries.</param>
/// <param name="Fonts">The folder of its fonts.</param>
public sealed record ChromiumProgram(string Path, string Libraries, string Fonts)
{
    /// <summary>The browser, by private download into this user's cache if it isn't there.</summary>
    /// <exception cref="StartFailedException">It is not available here: one line.</exception>
    public static Task<ChromiumProgram> ObtainAsync(CancellationToken cancellation) =>
        ChromiumDownload.ObtainAsync(ServerSettings.FromEnvironment(), Console.Error.WriteLine, cancellation);

    /// <summary>What has to be in its environment.</summary>
    public IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string> { ["LD_LIBRARY_PATH"] = Libraries };

    /// <summary>The same for one use, in which it finds its fonts and leaves what it keeps in a folder.</summary>
    public IReadOnlyDictionary<string, string> EnvironmentIn(string folder)
    {
        var configuration = System.IO.Path.Combine(folder, "fonts.conf");
        File.WriteAllText(configuration, $"<fontconfig><dir>{Fonts}</dir><cachedir>{folder}/fonts</cachedir></fontconfig>");
        return new Dictionary<string, string>(Environment) { ["FONTCONFIG_FILE"] = configuration, ["HOME"] = folder, ["TMPDIR"] = folder };
    }
}
