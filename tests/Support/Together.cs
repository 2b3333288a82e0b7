namespace Dugout.Tests.Support;

/// <summary>Callers that start at the same moment: what a race needs.</summary>
public static class Together
{
    /// <summary>
    /// Runs a call for each of n callers, all released at once when the last of them stands ready, and gives their results
    /// in the order of their numbers, 0 to n - 1. If calls fail, the first failure is thrown when all are done.
    /// </summary>
    public static async Task<T[]> RunAsync<T>(int callers, Func<int, Task<T>> call)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(callers, 1);
        ArgumentNullException.ThrowIfNull(call);

        var missing = callers;
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        return await Task.WhenAll(Enumerable.Range(0, callers).Select(number => Task.Run(async () =>
        {
            if (Interlocked.Decrement(ref missing) == 0)
                gate.SetResult();
            await gate.Task;
            return await call(number);
        })));
    }
}
