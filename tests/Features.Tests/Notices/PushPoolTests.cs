using Dugout.Faults.Services;
using Dugout.Tests.Support;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace Dugout.Features.Tests.Notices;

public sealed class PushPoolTests
{
    [Fact]
    public async Task The_pool_runs_five_queues_a_hundred_runs_five_more_and_then_the_caller_runs()
    {
        using var pool = new PushPool(NullLogger<PushPool>.Instance);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var done = 0;

        for (var n = 1; n <= PushPool.Most + PushPool.Line; n++)
        {
            Assert.True(pool.RunAsync(WorkAsync).IsCompleted);
            Assert.Equal(Math.Clamp(n - PushPool.Core, 0, PushPool.Line), pool.Waiting);
        }

        var byCaller = pool.RunAsync(WorkAsync);
        Assert.False(byCaller.IsCompleted);
        gate.SetResult();
        await byCaller;
        await Wait.UntilAsync("all is done", () => Task.FromResult(Volatile.Read(ref done) == PushPool.Most + PushPool.Line + 1));
        Assert.Equal(0, pool.Waiting);

        async Task WorkAsync()
        {
            await gate.Task;
            Interlocked.Increment(ref done);
        }
    }

    [Fact]
    public async Task A_failing_push_does_not_block_the_others()
    {
        using var pool = new PushPool(NullLogger<PushPool>.Instance);
        var done = 0;

        for (var n = 0; n < 50; n++)
        {
            var fails = n % 2 == 0;
            await pool.RunAsync(() => fails ? Task.FromException(new InvalidOperationException("no")) : Task.FromResult(Interlocked.Increment(ref done)));
        }

        await Wait.UntilAsync("the others are done", () => Task.FromResult(Volatile.Read(ref done) == 25));
    }
}
