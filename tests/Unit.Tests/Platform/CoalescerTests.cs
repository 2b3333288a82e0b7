using Xunit;

namespace Dugout.Unit.Tests.Platform;

/// <summary>Callers share a read only if it begins after they have asked.</summary>
public sealed class CoalescerTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Callers_who_arrive_during_a_read_share_the_next_one()
    {
        var coalescer = new Coalescer<int, int>();
        var (begun, gates) = (0, new List<TaskCompletionSource> { new(), new(), new() });
        async Task<int> ReadAsync(int key)
        {
            var mine = Interlocked.Increment(ref begun);
            await gates[mine - 1].Task;
            return mine;
        }

        var first = coalescer.RunAsync(7, ReadAsync, Cancellation);
        var late = Enumerable.Range(0, 5).Select(_ => coalescer.RunAsync(7, ReadAsync, Cancellation)).ToList();
        Assert.Equal(1, Volatile.Read(ref begun));

        gates[0].SetResult();
        Assert.Equal(1, await first);
        SpinWait.SpinUntil(() => Volatile.Read(ref begun) == 2, TimeSpan.FromSeconds(30));
        var later = coalescer.RunAsync(7, ReadAsync, Cancellation);
        gates[1].SetResult();
        gates[2].SetResult();

        Assert.All(await Task.WhenAll(late), read => Assert.Equal(2, read));
        Assert.Equal(3, await later);
    }

    [Fact]
    public async Task Keys_do_not_wait_for_each_other()
    {
        var coalescer = new Coalescer<int, int>();
        var hangs = new TaskCompletionSource<int>();
        var first = coalescer.RunAsync(1, _ => hangs.Task, Cancellation);

        Assert.Equal(2, await coalescer.RunAsync(2, Task.FromResult, Cancellation));

        hangs.SetResult(1);
        Assert.Equal(1, await first);
    }

    [Fact]
    public async Task A_failed_read_fails_for_those_who_share_it_and_for_nobody_else()
    {
        var coalescer = new Coalescer<int, int>();
        var gate = new TaskCompletionSource<int>();
        var first = coalescer.RunAsync(1, _ => gate.Task, Cancellation);
        var shared = Enumerable.Range(0, 3).Select(_ => coalescer.RunAsync(1, _ => Task.FromException<int>(new TimeoutException()), Cancellation)).ToList();

        gate.SetResult(1);

        Assert.Equal(1, await first);
        foreach (var one in shared)
            await Assert.ThrowsAsync<TimeoutException>(() => one);
        Assert.Equal(5, await coalescer.RunAsync(1, _ => Task.FromResult(5), Cancellation));
    }

    [Fact]
    public async Task A_caller_who_gives_up_does_not_end_the_read_of_the_others()
    {
        var coalescer = new Coalescer<int, int>();
        using var gaveUp = new CancellationTokenSource();
        var (gate, next) = (new TaskCompletionSource<int>(), new TaskCompletionSource<int>());
        var first = coalescer.RunAsync(1, _ => gate.Task, Cancellation);
        var quitter = coalescer.RunAsync(1, _ => next.Task, gaveUp.Token);
        var other = coalescer.RunAsync(1, _ => next.Task, Cancellation);

        await gaveUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => quitter);
        gate.SetResult(1);
        next.SetResult(2);

        Assert.Equal(1, await first);
        Assert.Equal(2, await other);
    }

    /// <summary>The state grows while readers ask for it: no reader gets a state older than its request.</summary>
    [Fact]
    public async Task No_caller_gets_a_state_from_before_their_question()
    {
        var coalescer = new Coalescer<int, long>();
        var (state, reads) = (0L, 0);
        async Task<long> ReadAsync(int key)
        {
            Interlocked.Increment(ref reads);
            var seen = Interlocked.Read(ref state);
            await Task.Yield();
            return seen;
        }

        const int Callers = 16;
        const int Each = 2_000;
        await Task.WhenAll(Enumerable.Range(0, Callers).Select(_ => Task.Run(async () =>
        {
            for (var i = 0; i < Each; i++)
            {
                var before = Interlocked.Increment(ref state);
                Assert.InRange(await coalescer.RunAsync(0, ReadAsync, Cancellation), before, long.MaxValue);
            }
        })));

        Assert.InRange(reads, 1, (Callers * Each) - 1);
    }
}
