using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>Workers that stop, die or freeze, and those that take over. When nothing else writes to the outbox, as in <see cref="DeliverOutboxTests"/>.</summary>
[Collection(nameof(Alone))]
public sealed class DeliverOutboxLeaseTests(Shop shop) : IAsyncLifetime
{
    private readonly string _topic = OutboxRig.NewTopic();

    public async ValueTask InitializeAsync() => await shop.ChangeAsync("DELETE FROM outbox", new { });

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <summary>The worker freezes with one message delivered and another in progress.</summary>
    [Fact]
    public async Task The_lease_of_a_frozen_worker_passes_on_and_the_thawed_worker_changes_nothing()
    {
        var (stuck, thaw) = (new TaskCompletionSource(), new TaskCompletionSource());
        var effects = new List<string>();
        var frozen = new Ear(_topic, async message =>
        {
            Take(message);
            if (message.Body != "2")
                return;
            stuck.TrySetResult();
            await thaw.Task;
        });
        var other = new Ear(_topic, message => { Take(message); return Task.CompletedTask; });
        foreach (var body in (string[])["1", "2", "3"])
            await shop.PublishAsync(_topic, _topic, body);
        await using var first = shop.Worker(frozen, new() { LeaseSeconds = 1, DeadlineMilliseconds = 500 });
        await using var second = shop.Worker(other, new() { LeaseSeconds = 1, DeadlineMilliseconds = 500 });

        var delivering = first.DeliverUntilAsync(() => stuck.Task.IsCompleted);
        try
        {
            await stuck.Task.WaitAsync(Wait.Patience, TestContext.Current.CancellationToken);
            Assert.Equal(0, await second.DeliverAsync(TestContext.Current.CancellationToken));
            Assert.Empty(other.Taken);
            await second.DeliverUntilAsync(() => other.Taken.Count == 3);
        }
        finally
        {
            thaw.SetResult();
        }

        await delivering;
        Assert.Equal(["1", "2", "3"], other.Bodies);
        Assert.Equal(["1", "2", "3"], effects);
        Assert.Equal(0, await PendingAsync());

        void Take(OutboxMessage message)
        {
            lock (effects)
            {
                if (!effects.Contains(message.Body))
                    effects.Add(message.Body);
            }
        }
    }

    /// <summary>The worker freezes with one message delivered, and the next lease holder has not delivered that one.</summary>
    [Fact]
    public async Task A_worker_that_has_lost_its_lease_deletes_nothing()
    {
        var (stuck, thaw) = (new TaskCompletionSource(), new TaskCompletionSource());
        var frozen = new Ear(_topic, _ =>
        {
            stuck.TrySetResult();
            return thaw.Task;
        });
        var other = new Ear(_topic, _ => throw new InvalidOperationException("Not now."));
        await shop.PublishAsync(_topic, _topic, "1");
        await using var first = shop.Worker(frozen, new() { LeaseSeconds = 60, DeadlineMilliseconds = 10_000 });
        await using var second = shop.Worker(other, new() { LeaseSeconds = 60 });

        var delivering = first.DeliverAsync(TestContext.Current.CancellationToken);
        await stuck.Task.WaitAsync(Wait.Patience, TestContext.Current.CancellationToken);
        var fence = await FenceAsync();
        await shop.ChangeAsync("UPDATE leases SET expires_at = UTC_TIMESTAMP(6) WHERE name = 'outbox'", new { });
        Assert.Equal(0, await second.DeliverAsync(TestContext.Current.CancellationToken));
        Assert.Equal(fence + 1, await FenceAsync());
        thaw.SetResult();

        Assert.Equal(0, await delivering);
        Assert.Equal("1", Assert.Single(frozen.Bodies));
        Assert.Equal(1, await PendingAsync());
        Assert.Equal(0, await first.DeliverAsync(TestContext.Current.CancellationToken));
        Assert.Equal(fence + 1, await FenceAsync());
    }

    /// <summary>A rolling restart does not wait until a lease has expired.</summary>
    [Fact]
    public async Task A_worker_that_stops_releases_its_lease_at_once()
    {
        var ear = new Ear(_topic);
        await using var next = shop.Worker(ear, new() { LeaseSeconds = 60 });
        await using (var stopping = shop.Worker(ear, new() { LeaseSeconds = 60 }))
        {
            await stopping.DeliverAsync(TestContext.Current.CancellationToken);
            await shop.PublishAsync(_topic, _topic);
            Assert.Equal(0, await next.DeliverAsync(TestContext.Current.CancellationToken));
        }

        Assert.Equal(1, await next.DeliverAsync(TestContext.Current.CancellationToken));
    }

    /// <summary>A poll at rest changes nothing, whether the worker holds the lease or stands by.</summary>
    [Fact]
    public async Task Polls_at_rest_write_nothing()
    {
        await using var holder = shop.Worker(new Ear(_topic), new() { LeaseSeconds = 60 });
        await using var standby = shop.Worker(new Ear(_topic), new() { LeaseSeconds = 60 });
        await holder.DeliverAsync(TestContext.Current.CancellationToken);
        var before = await RowAsync();

        for (var poll = 1; poll <= 10; poll++)
        {
            await holder.DeliverAsync(TestContext.Current.CancellationToken);
            await standby.DeliverAsync(TestContext.Current.CancellationToken);
        }

        Assert.Equal(before, await RowAsync());
    }

    private Task<string> RowAsync() => shop.QueryAsync<string>("SELECT CONCAT_WS(' ', holder, fence, expires_at) FROM leases WHERE name = 'outbox'");

    private Task<long> FenceAsync() => shop.QueryAsync<long>("SELECT fence FROM leases WHERE name = 'outbox'");

    private Task<long> PendingAsync() => shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE topic = @_topic", new { _topic });
}
