using System.Diagnostics;
using Dugout.Load.Baselines;
using Dugout.Load.Client;

namespace Dugout.Load.Costs;

/// <summary>A second process of this program, with the baselines; see <see cref="BaselineProgram"/>.</summary>
internal sealed class BaselineProcess : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly Process _process;

    private BaselineProcess(Process process, string[] addresses)
    {
        _process = process;
        (Kestrel, Idiomatic) = (new Uri(addresses[0]), new Uri(addresses[1]));
    }

    /// <summary>Its process id.</summary>
    public int Id => _process.Id;

    /// <summary>The address of plain Kestrel.</summary>
    public Uri Kestrel { get; }

    /// <summary>The address of the endpoints with Entity Framework.</summary>
    public Uri Idiomatic { get; }

    /// <summary>Starts it and waits until it listens.</summary>
    /// <exception cref="NoSystemException">It ended, or took too long.</exception>
    public static async Task<BaselineProcess> StartAsync(string primary, string redis)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            Environment =
            {
                [BaselineProgram.PrimaryVariable] = primary,
                [BaselineProgram.RedisVariable] = redis,
                // As the web programs of the shop have it.
                ["DOTNET_gcServer"] = "1",
                ["DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"] = "0",
            },
        };
        if (Path.GetFileNameWithoutExtension(start.FileName) == "dotnet") start.ArgumentList.Add(typeof(BaselineProcess).Assembly.Location);
        start.ArgumentList.Add(BaselineProgram.Command);
        var process = Process.Start(start)!;
        using var patience = new CancellationTokenSource(Patience);
        try
        {
            if (await process.StandardOutput.ReadLineAsync(patience.Token) is { } line) return new BaselineProcess(process, line.Split(' '));
        }
        catch (OperationCanceledException)
        {
            // It did not start listening in time.
        }

        process.Kill();
        process.Dispose();
        throw new NoSystemException("the baselines did not start");
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
