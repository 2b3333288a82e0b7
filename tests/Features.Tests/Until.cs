using System.Diagnostics;
using Xunit;

namespace Dugout.Features.Tests;

/// <summary>Waits for what is to become true within a second, ten times as long.</summary>
internal static class Until
{
    private static readonly TimeSpan Goal = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>Asks until the answer is right; the last answer fails the test. Prints how long it took.</summary>
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
}
