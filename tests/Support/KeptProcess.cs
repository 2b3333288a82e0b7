using System.Diagnostics;
using System.Globalization;

namespace Dugout.Tests.Support;

/// <summary>A program that a test starts. It is silent, and ends when it is disposed of or when the test process ends, however that does.</summary>
public sealed class KeptProcess : IAsyncDisposable
{
    // Bash, because it outlives us long enough: its input ends with us, and so does its child then. It ends as its child did.
    private const string Keep = """
        exec 3<&0 2>/dev/null
        "$@" </dev/null >/dev/null 3<&- &
        child=$!
        echo $child
        exec >/dev/null
        { read -r _ <&3; kill -9 $child; } &
        wait $child
        code=$?
        kill $!
        exit $code
        """;

    private readonly Process _keeper;
    private bool _isGone;

    private KeptProcess(Process keeper, int id)
    {
        _keeper = keeper;
        Id = id;
    }

    /// <summary>Its process id.</summary>
    public int Id { get; }

    /// <summary>Whether it has ended by itself.</summary>
    public bool HasEnded => _keeper.HasExited;

    /// <summary>Starts a program.</summary>
    /// <param name="command">Program and arguments.</param>
    /// <param name="environment">What it finds in its environment beside ours.</param>
    /// <param name="folder">Where it works; empty for where we do.</param>
    public static async Task<KeptProcess> StartAsync(
        IEnumerable<string> command, IReadOnlyDictionary<string, string> environment, string folder = "")
    {
        ArgumentNullException.ThrowIfNull(environment);
        var start = new ProcessStartInfo("bash", ["-p", "-c", Keep, "bash", .. command])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            WorkingDirectory = folder,
        };
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        var keeper = Process.Start(start)!;
        return new(keeper, int.Parse((await keeper.StandardOutput.ReadLineAsync())!, CultureInfo.InvariantCulture));
    }

    /// <summary>Waits for its end.</summary>
    /// <returns>Its exit code; of a killed one 128 and the signal's number.</returns>
    public async Task<int> EndAsync()
    {
        await _keeper.WaitForExitAsync();
        return _keeper.ExitCode;
    }

    /// <summary>Kills it, if it still runs, and returns when it is gone.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_isGone)
            return;
        _isGone = true;
        _keeper.StandardInput.Close();
        await _keeper.WaitForExitAsync();
        _keeper.Dispose();
    }
}
