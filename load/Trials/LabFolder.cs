using System.Globalization;
using System.Security.Cryptography;
using CliWrap;
using Dugout.Load.Client;

namespace Dugout.Load.Trials;

/// <summary>
/// The folder of experiments' data and results: <c>.lab</c> in the checkout. Systems run in <c>.lab/trials</c>, each in a folder of its own that is removed
/// afterwards; prepared data, which every variant copies at its start, stay.
/// </summary>
internal sealed class LabFolder(string home)
{
    private static int _last;

    private readonly string _path = Path.Combine(home, ".lab");
    private readonly Lazy<string> _seeds = new(() => SeedsOf(Path.Combine(home, "src")));

    /// <summary>The default folder of records.</summary>
    public string Records => _path;

    /// <summary>A folder for one system, with a copy of seeded data that were prepared once, which saves some seconds per start.</summary>
    /// <param name="data">The name of the seeded data.</param>
    /// <param name="prepare">Creates the data in an empty folder.</param>
    /// <param name="cancel">Cancels the work.</param>
    public async Task<string> NewRunAsync(string data, Func<string, Task> prepare, CancellationToken cancel)
    {
        var prepared = await PreparedAsync(data, prepare);
        var folder = NewName("run");
        Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        var copy = await new Command("cp").WithArguments(["-a", "--reflink=auto", prepared + "/.", folder]).WithValidation(CommandResultValidation.None).ExecuteAsync(cancel);
        return copy.IsSuccess ? folder : throw new NoSystemException($"{prepared} could not be copied to {folder}");
    }

    /// <summary>
    /// The prepared data, identified by its name, by the year, since seasons begin with it and data seeded for the last one have nothing on sale, and by the
    /// sources of schema and seed.
    /// </summary>
    private async Task<string> PreparedAsync(string data, Func<string, Task> prepare)
    {
        var prepared = Path.Combine(_path, string.Create(CultureInfo.InvariantCulture, $"prepared-{data}-{DateTime.UtcNow:yyyy}-{_seeds.Value}"));
        if (Directory.Exists(prepared)) return prepared;
        foreach (var old in Directory.CreateDirectory(_path).EnumerateDirectories(string.Create(CultureInfo.InvariantCulture, $"prepared-{data}-*"))) Remove(old);
        var making = NewName("preparing");
        try
        {
            await prepare(making);
            Directory.Move(making, prepared);
        }
        finally
        {
            if (Directory.Exists(making)) Directory.Delete(making, recursive: true);
        }

        return prepared;
    }

    /// <summary>A hash of all files that determine the content of freshly seeded data: the migrator and the slices' schemas.</summary>
    private static string SeedsOf(string source)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var file in Files("Migrator", "*.cs").Concat(Files("Features", "*.sql")).Order(StringComparer.Ordinal)) hash.AppendData(File.ReadAllBytes(file));
        return Convert.ToHexStringLower(hash.GetHashAndReset())[..8];

        IEnumerable<string> Files(string folder, string pattern) =>
            Path.Combine(source, folder) is var path && Directory.Exists(path) ? Directory.EnumerateFiles(path, pattern, SearchOption.AllDirectories) : [];
    }

    private string NewName(string purpose)
    {
        foreach (var left in Directory.CreateDirectory(Path.Combine(_path, "trials")).EnumerateDirectories().Where(left => !IsAlive(left.Name))) Remove(left);
        return Path.Combine(_path, "trials", string.Create(CultureInfo.InvariantCulture, $"{purpose}-{Environment.ProcessId}-{Interlocked.Increment(ref _last)}"));
    }

    /// <summary>Whether the program that created a folder still runs; a program that was killed left it behind.</summary>
    private static bool IsAlive(string name) => name.Split('-') is [_, var process, _] && Directory.Exists($"/proc/{process}");

    private static void Remove(DirectoryInfo left)
    {
        try
        {
            left.Delete(recursive: true);
        }
        catch (IOException)
        {
            // Its servers are still shutting down, or another run removes it: the next call will.
        }
    }
}
