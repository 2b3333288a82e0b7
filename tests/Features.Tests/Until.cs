using System.Diagnostics;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests;

/// <summary>Waits for what is to become true within a second; on a machine that has no time, for a minute.</summary>
internal static class Until
{
    private static readonly TimeSpan Goal = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Patience = Wait.Patience / 5;
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

            if (since.Elapsed > Patience)
                Assert.Fail($"Not within {Patience}: {answer.Status} {answer.Body}");
            await Task.Delay(Pause, TestContext.Current.CancellationToken);
        }
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
            Assert.True(since.Elapsed < Patience, $"Nothing was heard within {Patience}.");
            await Task.Delay(Pause, TestContext.Current.CancellationToken);
        }
    }
}
