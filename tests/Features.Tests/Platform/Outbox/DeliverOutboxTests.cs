using System.Collections.Concurrent;
using System.Data;
using System.Diagnostics.Metrics;
using Dapper;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Time.Testing;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>When nothing else writes to the outbox: a worker that meets other tests' messages is busy with them.</summary>
[Collection(nameof(Alone))]
public sealed class DeliverOutboxTests(Shop shop) : IAsyncLifetime
{
    public async ValueTask InitializeAsync() => await shop.ChangeAsync("DELETE FROM outbox", new { });

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task A_message_is_delivered_once_and_then_deleted()
    {
        var ear = new Ear(OutboxRig.NewTopic());
        await shop.PublishAsync(ear.Topic, "a", """{"n":1}""");

        await using (var worker = shop.Worker(ear))
        {
            await worker.DeliverUntilAsync(() => !ear.Taken.IsEmpty);
            Assert.Equal(0, await worker.DeliverAsync(TestContext.Current.CancellationToken));
        }

        var message = Assert.Single(ear.Taken);
        Assert.Equal((ear.Topic, "a", """{"n":1}"""), (message.Topic, message.OrderedBy, message.Body));
        Assert.InRange(DateTime.UtcNow - message.WrittenAt, TimeSpan.FromMinutes(-1), Wait.Patience);
        Assert.Equal(0, await PendingAsync(ear.Topic));
    }

    [Fact]
    public async Task A_failed_message_is_retried_with_growing_pauses_and_blocks_only_its_own_key()
    {
        var (clock, refusals, tries) = (new FakeTimeProvider(DateTimeOffset.UtcNow), 3, 0);
        var ear = new Ear(OutboxRig.NewTopic(), message => message.Body == "a1" && ++tries <= refusals
            ? throw new InvalidOperationException("Not now.") : Task.CompletedTask);
        foreach (var body in (string[])["a1", "a2", "b1", "a3", "b2"])
            await shop.PublishAsync(ear.Topic, $"{ear.Topic}:{body[0]}", body);
        await using var worker = shop.Worker(ear, new() { BatchSize = 2, FirstPauseMilliseconds = 10_000, LongestPauseSeconds = 30 }, clock);

        await worker.DeliverUntilAsync(() => ear.Taken.Count == 2);
        Assert.Equal(["b1", "b2"], ear.Bodies);

        // The pauses are 10, 20 and 30 seconds; a second before their end nothing is tried.
        foreach (var (pause, triesAfter) in ((int, int)[])[(10, 2), (20, 3), (30, 4)])
        {
            clock.Advance(TimeSpan.FromSeconds(pause - 1));
            await worker.DeliverAsync(TestContext.Current.CancellationToken);
            Assert.Equal(triesAfter - 1, tries);
            clock.Advance(TimeSpan.FromSeconds(1));
            await worker.DeliverAsync(TestContext.Current.CancellationToken);
            Assert.Equal(triesAfter, tries);
        }

        Assert.Equal(["b1", "b2", "a1", "a2", "a3"], ear.Bodies);
        Assert.Equal(0, await PendingAsync(ear.Topic));
    }

    /// <summary>A receiver that hangs is given up at its deadline, and meanwhile others hear.</summary>
    [Fact]
    public async Task A_hanging_receiver_blocks_no_other_receiver()
    {
        var topic = OutboxRig.NewTopic();
        var deaf = new Deaf(topic, "a");
        foreach (var body in (string[])["a", "b", "c"])
            await shop.PublishAsync(topic, $"{topic}:{body}", body);
        await using var worker = shop.Worker(deaf, new() { DeadlineMilliseconds = 50, FirstPauseMilliseconds = 10_000 });

        await worker.DeliverUntilAsync(() => deaf.Taken.Count == 2);

        Assert.Equal(1, await PendingAsync(topic));
        deaf.Hangs = "";
        await using var next = shop.Worker(deaf);
        await worker.DisposeAsync();
        await next.DeliverUntilAsync(() => deaf.Taken.Count == 3);
    }

    [Fact]
    public async Task A_message_with_a_low_id_and_a_late_commit_is_not_skipped()
    {
        var ear = new Ear(OutboxRig.NewTopic());
        await using var worker = shop.Worker(ear);
        await using var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        await using var slow = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await connection.ExecuteAsync(
            "INSERT INTO outbox (topic, ordered_by, body, written_at) VALUES (@Topic, 'slow', 'first', UTC_TIMESTAMP(6))", new { ear.Topic }, slow);
        await shop.PublishAsync(ear.Topic, "quick", "second");
        await worker.DeliverUntilAsync(() => ear.Taken.Count == 1);
        Assert.Equal(["second"], ear.Bodies);

        await slow.CommitAsync(TestContext.Current.CancellationToken);
        await worker.DeliverUntilAsync(() => ear.Taken.Count == 2);

        Assert.Equal(["second", "first"], ear.Bodies);
    }

    [Fact]
    public async Task A_message_without_a_receiver_stays()
    {
        var (early, ear) = (new Ear(OutboxRig.NewTopic()), new Ear(OutboxRig.NewTopic()));
        await shop.PublishAsync(ear.Topic, ear.Topic);
        await shop.PublishAsync(early.Topic, early.Topic);
        await using (var worker = shop.Worker(early))
            await worker.DeliverUntilAsync(() => !early.Taken.IsEmpty);

        Assert.Equal(1, await PendingAsync(ear.Topic));
        await using var late = shop.Worker(ear);
        await late.DeliverUntilAsync(() => !ear.Taken.IsEmpty);
    }

    [Fact]
    public async Task Pending_messages_are_measured_and_logged_once_a_minute()
    {
        var (clock, log, measured) = (new FakeTimeProvider(DateTimeOffset.UtcNow), new Lines(), new Dictionary<string, double>());
        var ear = new Ear(OutboxRig.NewTopic(), _ => throw new InvalidOperationException("Out of ink."));
        await shop.PublishAsync(ear.Topic, ear.Topic, "1");
        await shop.PublishAsync(ear.Topic, ear.Topic, "2");
        await using var worker = shop.Worker(ear, new() { LongestPauseSeconds = 1 }, clock, log);
        using var meters = new MeterListener
        {
            InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Name.StartsWith("dugout.outbox.", StringComparison.Ordinal))
                    listener.EnableMeasurementEvents(instrument);
            },
        };
        meters.SetMeasurementEventCallback<long>((instrument, value, _, _) => measured[instrument.Name] = value);
        meters.SetMeasurementEventCallback<double>((instrument, value, _, _) => measured[instrument.Name] = value);
        meters.Start();

        clock.Advance(TimeSpan.FromHours(1));
        await worker.DeliverUntilAsync(() => !log.CommitPosition.IsEmpty);
        for (var look = 1; look <= 12; look++)
        {
            await worker.DeliverAsync(TestContext.Current.CancellationToken);
            clock.Advance(TimeSpan.FromSeconds(5));
        }

        Assert.Contains("Out of ink.", Assert.Single(log.CommitPosition), StringComparison.Ordinal);
        await worker.DeliverAsync(TestContext.Current.CancellationToken);

        Assert.Equal(2, log.CommitPosition.Count);
        Assert.InRange(measured["dugout.outbox.pending"], 2, double.MaxValue);
        Assert.InRange(measured["dugout.outbox.oldest_age"], 3_600, 3_600 + 60 + Wait.Patience.TotalSeconds);
        await shop.ChangeAsync("DELETE FROM outbox WHERE topic = @Topic", new { ear.Topic });
    }

    private Task<long> PendingAsync(string topic) => shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE topic = @topic", new { topic });

    /// <summary>What was logged.</summary>
    private sealed class Lines : ILogger<DeliverOutbox>
    {
        public ConcurrentQueue<string> CommitPosition { get; } = new();

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            CommitPosition.Enqueue(formatter(state, exception));
    }

    /// <summary>Hangs over one message until its deadline.</summary>
    private sealed class Deaf(string topic, string hangs) : IOutboxReceiver
    {
        public ConcurrentQueue<string> Taken { get; } = new();

        public string Hangs { get; set; } = hangs;

        public string Topic => topic;

        public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
        {
            if (message.Body == Hangs)
                await Task.Delay(Timeout.Infinite, cancellation);
            Taken.Enqueue(message.Body);
        }
    }
}
