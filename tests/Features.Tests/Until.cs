using System.Diagnostics;
using Dugout.Features.Tests.Platform;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests;

/// <summary>Waits for what is to become true within a second, ten times as long.</summary>
internal static class Until
{
    private static readonly TimeSpan Goal = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>Polls until the response is correct; the last response fails the test. Prints the duration.</summary>
    public static async Task<Answer> TrueAsync(Func<Task<Answer>> ask, Predicate<Answer> isRight)
    {
        var since = Stopwatch.StartNew();
        while (true)
        {
            var answer = await ask();
            if (isRight(answer))
            {
                TestContext.Current.SendDiagnosticMessage($"Seen after {since.ElapsedMilliseconds} ms, the goal is {Goal.TotalMilliseconds}.");
                return answer;
            }

            if (since.Elapsed > 10 * Goal)
                Assert.Fail($"Not within {10 * Goal}: {answer.Status} {answer.Body}");
            await Task.Delay(Pause, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>Waits until something is so, for as long as a process may take to come back.</summary>
    public static async Task SoAsync(string what, Func<Task<bool>> isSo)
    {
        for (var since = Stopwatch.StartNew(); !await isSo(); await Task.Delay(Pause, TestContext.Current.CancellationToken))
            Assert.True(since.Elapsed < OutboxRig.Patience, $"Not within {OutboxRig.Patience}: {what}.");
    }

    /// <summary>Retries while the shop sheds the request, as a client would. For idempotent requests.</summary>
    /// <returns>The first different response; after a hundred, the last.</returns>
    public static async Task<Answer> NotBusyAsync(Func<Task<Answer>> ask)
    {
        var answer = await ask();
        for (var tries = 1; answer.Code == "busy" && tries < 100; tries++)
        {
            await Task.Delay(Pause, TestContext.Current.CancellationToken);
            answer = await ask();
        }

        return answer;
    }

    /// <summary>Waits until a replica in this process receives invalidations. Older cache entries are then discarded.</summary>
    public static async Task HeardAsync(IServiceProvider replica)
    {
        var evictions = replica.GetRequiredService<CacheInvalidation>();
        for (var since = Stopwatch.StartNew(); !evictions.IsHeard;)
        {
            Assert.True(since.Elapsed < 10 * Goal, $"Nothing was heard within {10 * Goal}.");
            await Task.Delay(Pause, TestContext.Current.CancellationToken);
        }
    }
}
