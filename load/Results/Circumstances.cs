using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;

namespace Dugout.Load.Results;

/// <summary>The circumstances of a run: the source and the machine.</summary>
internal static class Circumstances
{
    /// <summary>The root of the checkout around the current folder, or around this program; the current folder where there is none.</summary>
    public static string Checkout { get; } = Infrastructure.Run.Checkout.Current ?? Directory.GetCurrentDirectory();

    /// <summary>Whether this program was built with optimization.</summary>
    public static bool IsOptimized { get; } = typeof(Circumstances).Assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };

    /// <summary>Describes how a program was built.</summary>
    /// <param name="isOptimized">Whether it is optimized, as in every configuration unless <c>-p:Optimize=false</c> is set.</param>
    public static string Build(bool isOptimized) => isOptimized ? "optimized" : "NOT OPTIMIZED, not comparable";

    /// <summary>The load averages over 1, 5 and 15 minutes; empty where the machine does not report them.</summary>
    public static IReadOnlyList<double> LoadAverages() =>
        FirstLine("/proc/loadavg") is { } line ? [.. line.Split(' ').Take(3).Select(number => double.Parse(number, CultureInfo.InvariantCulture))] : [];

    /// <summary>The machine, with the load averages before the run and now.</summary>
    public static MachineRecord Machine(IReadOnlyList<double> before) => new(
        Environment.ProcessorCount,
        File.Exists("/proc/cpuinfo") ? File.ReadLines("/proc/cpuinfo").FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))?.Split(':', 2)[1].Trim() ?? "unknown" : "unknown",
        FirstLine("/proc/sys/kernel/osrelease") ?? RuntimeInformation.OSDescription,
        RuntimeInformation.FrameworkDescription,
        IsOptimized,
        before,
        LoadAverages());

    /// <summary>The commit of a folder; null outside git, or where git is not installed.</summary>
    public static CommitRecord? Commit(string folder) =>
        Git(folder, "rev-parse", "HEAD") is { Length: > 0 } hash && Git(folder, "status", "--porcelain") is { } changes
            ? new CommitRecord(hash, changes.Length > 0) { Source = Git(folder, "rev-parse", "HEAD:src"), AppHost = Git(folder, "rev-parse", "HEAD:AppHost") }
            : null;

    private static string? Git(string folder, params string[] arguments)
    {
        try
        {
            using var git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = folder, RedirectStandardOutput = true, RedirectStandardError = true })!;
            git.ErrorDataReceived += (_, _) => { };
            git.BeginErrorReadLine();
            var text = git.StandardOutput.ReadToEnd().Trim();
            git.WaitForExit();
            return git.ExitCode == 0 ? text : null;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }

    private static string? FirstLine(string file) => File.Exists(file) ? File.ReadLines(file).FirstOrDefault() : null;
}
