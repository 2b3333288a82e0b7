using System.Diagnostics;
using Dugout.Load.Client;

namespace Dugout.Load.Baselines;

/// <summary>Another process of this program, which runs one of its hidden commands until it is disposed.</summary>
internal sealed class OwnProcess : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly Process _process;

    private OwnProcess(Process process, string firstLine) => (_process, FirstLine) = (process, firstLine);

    /// <summary>Its process id.</summary>
    public int Id => _process.Id;

    /// <summary>The first line of its output, written when it is ready.</summary>
    public string FirstLine { get; }

    /// <summary>Starts it and waits until it is ready.</summary>
    /// <param name="arguments">The command.</param>
    /// <param name="environment">Environment variables in addition to this program's.</param>
    /// <exception cref="NoSystemException">It ended, or took too long.</exception>
    public static async Task<OwnProcess> StartAsync(string[] arguments, IEnumerable<KeyValuePair<string, string>> environment)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardInput = true, RedirectStandardOutput = true };
        foreach (var (name, value) in environment) start.Environment[name] = value;
        if (Path.GetFileNameWithoutExtension(start.FileName) == "dotnet") start.ArgumentList.Add(typeof(OwnProcess).Assembly.Location);
        foreach (var argument in arguments) start.ArgumentList.Add(argument);
        var process = Process.Start(start)!;
        using var patience = new CancellationTokenSource(Patience);
        try
        {
            if (await process.StandardOutput.ReadLineAsync(patience.Token) is { } line) return new OwnProcess(process, line);
        }
        catch (OperationCanceledException)
        {
            // It was not ready in time.
        }

        process.Kill();
        process.Dispose();
        throw new NoSystemException($"the process for '{arguments[0]}' did not start");
    }

    /// <summary>Ends it, and waits until it has cleaned up.</summary>
    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        using var patience = new CancellationTokenSource(Patience);
        try
        {
            await _process.WaitForExitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            _process.Kill();
        }

        _process.Dispose();
    }
}
