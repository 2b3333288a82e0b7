using System.Diagnostics;
using Xunit;

namespace Dugout.Gateway.Tests.Caching;

/// <summary>Waits for what is to become so, many times as long as it may take.</summary>
internal static class Wait
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    public static async Task UntilAsync(Func<Task<bool>> isSo)
    {
        for (var since = Stopwatch.StartNew(); !await isSo(); await Task.Delay(10, TestContext.Current.CancellationToken))
            Assert.True(since.Elapsed < Patience, $"Not within {Patience}.");
    }

    public static Task UntilAsync(Func<bool> isSo) => UntilAsync(() => Task.FromResult(isSo()));
}
