using Dugout.Infrastructure.Processes;
using Xunit;

namespace Dugout.Tests.Support;

/// <summary>
/// Shares two cores among the assemblies that start many servers: <c>dotnet test</c> may start them together, and that overloads a small machine. One that needs both runs alone; two that need
/// one each run beside each other. A core is taken until the process ends. A run of tests/Faults takes none: it limits its parallel runs itself.
/// </summary>
public sealed class HeavyTests : IAsyncLifetime
{
    /// <summary>Several times what the longest of them takes on a crowded machine.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(40);

    private static readonly Lazy<Task<FileLock?>> First = new(() => TakeAsync(1));
    private static readonly Lazy<Task<FileLock?>> Second = new(() => TakeAsync(2));

    /// <summary>Waits until no other such assembly of this checkout runs, and takes both cores.</summary>
    /// <exception cref="TimeoutException">Another one still runs after forty minutes.</exception>
    public static async Task AloneAsync()
    {
        await First.Value;
        await Second.Value;
    }

    /// <summary>Waits for the second core and takes it.</summary>
    /// <exception cref="TimeoutException">Another one still runs after forty minutes.</exception>
    public static Task OnTheSecondCoreAsync() => Second.Value;

    /// <summary>Waits for the first core and takes it.</summary>
    public async ValueTask InitializeAsync() => await First.Value;

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static async Task<FileLock?> TakeAsync(int core)
    {
        if (Environment.GetEnvironmentVariable("DUGOUT_FAULT") is not null)
            return null;
        var file = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, $"../../../heavy-tests-{core}.lock"));
        return await FileLock.WaitAsync(file, Patience, waiting: () => { }, CancellationToken.None) ?? throw new TimeoutException($"{file} is still locked after {Patience}.");
    }
}
