using Dugout.Infrastructure.Processes;
using Xunit;

namespace Dugout.Tests.Support;

/// <summary>
/// Lets only one of the assemblies that start many servers run at a time: <c>dotnet test</c> may start them together, and both at once overload a small machine. The lock is held until the
/// process ends. A run of tests/Faults takes no lock: it limits its parallel runs itself.
/// </summary>
public sealed class HeavyTests : IAsyncLifetime
{
    /// <summary>Several times what the longest of them takes on a crowded machine.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(40);

    private static readonly Lazy<Task<FileLock?>> Lock = new(TakeAsync);

    /// <summary>Waits until no other such assembly of this checkout runs.</summary>
    /// <exception cref="TimeoutException">Another one still runs after forty minutes.</exception>
    public static Task AloneAsync() => Lock.Value;

    /// <inheritdoc/>
    public async ValueTask InitializeAsync() => await AloneAsync();

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static async Task<FileLock?> TakeAsync()
    {
        if (Environment.GetEnvironmentVariable("DUGOUT_FAULT") is not null)
            return null;
        var file = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../../heavy-tests.lock"));
        return await FileLock.WaitAsync(file, Patience, waiting: () => { }, CancellationToken.None) ?? throw new TimeoutException($"{file} is still locked after {Patience}.");
    }
}
