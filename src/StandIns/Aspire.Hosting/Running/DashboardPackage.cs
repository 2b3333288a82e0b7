// Where the dashboard's program comes from: the user's cache folder, filled once from npm. Complete or absent, never half.
using System.Diagnostics;
using System.Runtime.InteropServices;
using Microsoft.Extensions.Logging;

namespace Aspire.Hosting.Running;

internal static class DashboardPackage
{
    private const string Version = "13.5.4";
    private const string Package = "@microsoft/aspire-cli-linux-x64@" + Version;

    public static string CacheFolder { get; } = Path.Combine(UserCache(), "dugout", "aspire-dashboard-" + Version);

    public static string Program { get; } = Path.Combine(CacheFolder, "managed", "aspire-managed");

    public static bool CanBeHad(out string reason)
    {
        reason = File.Exists(Program) ? ""
            : !OperatingSystem.IsLinux() || RuntimeInformation.OSArchitecture != Architecture.X64 ? "its package was only tried on Linux x64"
            : !HasNpm() ? $"it comes from npm ({Package}), which is not on PATH; with npm installed the next start fetches it"
            : "";
        return reason.Length == 0;
    }

    /// <summary>Returns when the program is there. Two AppHosts at once fetch it once.</summary>
    public static async Task GetAsync(ILogger log, CancellationToken cancellationToken)
    {
        if (File.Exists(Program))
            return;
        Directory.CreateDirectory(Path.GetDirectoryName(CacheFolder)!);
        await using var turn = await TakeTurnAsync(CacheFolder + ".lock", cancellationToken);
        if (File.Exists(Program))
            return;

        var unfinished = CacheFolder + ".unfinished";
        if (Directory.Exists(unfinished))
            Directory.Delete(unfinished, recursive: true);
        Directory.CreateDirectory(unfinished);
        try
        {
            log.LogInformation("fetching the Aspire dashboard once, {Package} from npm: 127 MB, kept as 152 MB in {Folder}", Package, CacheFolder);
            await RunAsync("npm", ["pack", Package, "--silent"], unfinished, [], cancellationToken);
            var archive = Directory.GetFiles(unfinished, "*.tgz").Single();
            await RunAsync("tar", ["-xzf", archive], unfinished, [], cancellationToken);
            // The program unpacks what it carries beside itself, and writes settings below HOME.
            await RunAsync(Path.Combine(unfinished, "package/bin/aspire"), ["setup"], unfinished,
                new() { ["HOME"] = unfinished, ["ASPIRE_CLI_TELEMETRY_OPTOUT"] = "true" }, cancellationToken);
            var managed = Directory.GetDirectories(Path.Combine(unfinished, "package/versions")).Select(version => Path.Combine(version, "managed")).Single(Directory.Exists);
            var complete = Directory.CreateDirectory(Path.Combine(unfinished, "complete")).FullName;
            Directory.Move(managed, Path.Combine(complete, "managed"));
            Directory.Move(complete, CacheFolder);
        }
        finally
        {
            Directory.Delete(unfinished, recursive: true);
        }
    }

    private static string UserCache() =>
        Environment.GetEnvironmentVariable("XDG_CACHE_HOME") is { Length: > 0 } folder && Path.IsPathRooted(folder)
            ? folder
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".cache");

    private static bool HasNpm() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries).Any(folder => File.Exists(Path.Combine(folder, "npm")));

    /// <summary>An exclusively opened file: the kernel gives it back when its holder dies.</summary>
    private static async Task<FileStream> TakeTurnAsync(string path, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException)
            {
                await Task.Delay(200, cancellationToken);
            }
        }
    }

    private static async Task RunAsync(string program, string[] arguments, string folder, Dictionary<string, string> environment, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = folder, RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        try
        {
            var (output, errors) = (process.StandardOutput.ReadToEndAsync(cancellationToken), process.StandardError.ReadToEndAsync(cancellationToken));
            await process.WaitForExitAsync(cancellationToken);
            if (process.ExitCode != 0)
                throw new DistributedApplicationException($"'{Path.GetFileName(program)} {arguments[0]}' ended with {process.ExitCode}: {LastLine(await errors) ?? LastLine(await output)} (all else goes on; the next start tries again)");
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }

    private static string? LastLine(string text) => text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).LastOrDefault();
}
