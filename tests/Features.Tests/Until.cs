using System.Diagnostics;
using System.Net;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests;

/// <summary>Waits for what is to become true within a second; on an overloaded machine, for a minute.</summary>
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

    /// <summary>Repeats a request until the response is not a fault: the shop may shed it, the outcome may be unknown, and a replica may be dead. For idempotent requests.</summary>
    public static async Task<Answer> AnsweredAsync(Func<Task<Answer>> ask)
    {
        Answer? answer = null;
        await Wait.UntilAsync("the response is not a fault", async () =>
        {
            try
            {
                answer = await ask();
            }
            catch (HttpRequestException)
            {
                // The replica was killed.
                answer = null;
            }

            return answer?.Status < HttpStatusCode.InternalServerError;
        });
        return answer!;
    }

    /// <summary>Waits until a replica in this process receives invalidations. Older cache entries are then discarded.</summary>
    public static Task HeardAsync(IServiceProvider replica)
    {
        var evictions = replica.GetRequiredService<CacheInvalidation>();
        return Wait.UntilAsync("invalidations are received", () => Task.FromResult(evictions.IsHeard));
    }
}
