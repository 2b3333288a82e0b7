using Xunit;

namespace Dugout.Tests.Support;

/// <summary>
/// Lets one of the assemblies that start many servers run at a time: <c>dotnet test</c> may start them together, and both at once overload a small machine. The lock is held until the
/// process ends. A run of tests/Faults doesn't take it: it decides itself how many run.
/// </summary>
public sealed class HeavyTests : IAsyncLifetime
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);
    private static readonly Lazy<Task<FileStream?>> Lock = new(AcquireAsync);

    /// <summary>Waits until no other such assembly of this checkout runs.</summary>
    public static Task AloneAsync() => Lock.Value;

    /// <inheritdoc/>
    public async ValueTask InitializeAsync() => await AloneAsync();

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static async Task<FileStream?> AcquireAsync()
    {
        if (Environment.GetEnvironmentVariable("DUGOUT_FAULT") is not null)
            return null;
        var artifacts = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../.."));
        while (true)
        {
            try
            {
                return new FileStream(Path.Combine(artifacts, "heavy-tests.lock"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException)
            {
                await Task.Delay(Pause);
            }
        }
    }
}
