using System.Collections.Concurrent;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Outbox;

/// <summary>
/// Delivers the messages of the outbox to their receivers, at least once each and in order within a key, and then deletes them.
/// A message that was not accepted is retried after a growing pause; until then only its own key waits, and other keys wait no longer than
/// one deadline. Each poll begins at the oldest message: one that got a low id and was committed late
/// is never skipped. The job delivers the messages of one lane, by default the main one (<see cref="OutboxLane"/>).
/// <para>
/// Any number of workers may run; one delivers, the others stand by (<see cref="OutboxLease"/>). A worker that froze may
/// still hold messages in memory when it resumes, which the next lease holder has delivered meanwhile. For a receiver that detects repeats
/// by message id this changes nothing, not even the order: a worker delivers a message only after it has delivered all earlier messages of
/// that key or found them deleted after delivery. Other receivers get messages twice, and old ones late.
/// </para>
/// </summary>
public sealed class DeliverOutbox(
    Databases databases, IEnumerable<IOutboxReceiver> receivers, IOptions<OutboxOptions> options, TimeProvider clock, ILogger<DeliverOutbox> log,
    OutboxLane? lane = null) : BackgroundService, IAsyncDisposable
{
    private readonly ILookup<string, IOutboxReceiver> _receivers = receivers.ToLookup(receiver => receiver.Topic);
    private readonly OutboxLane _lane = lane ?? OutboxLane.Main;
    private readonly OutboxLease _lease = new(databases, options.Value, lane ?? OutboxLane.Main, clock);
    private readonly OutboxBacklog _backlog = new(options.Value, lane ?? OutboxLane.Main, clock, log);

    /// <summary>Result of one poll of the outbox.</summary>
    private sealed class Look
    {
        public int Delivered { get; set; }
        public long Pending { get; set; }
        public DateTime? Oldest { get; set; }

        /// <summary>Keys with an undelivered message, whose later messages must wait.</summary>
        public ConcurrentDictionary<string, bool> HeldUp { get; } = new();
    }

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        TimeSpan.FromMilliseconds(options.Value.PollMilliseconds), clock, DeliverAllAsync,
        error => error.IsOfTheDatabase(),
        error => _backlog.OutOfReach(error.Message),
        stoppingToken);

    /// <summary>Reads all messages and delivers those that are due, if this worker holds the lease.</summary>
    /// <returns>Number of delivered and deleted messages.</returns>
    /// <exception cref="MySqlException">The primary did not respond.</exception>
    public async Task<int> DeliverAsync(CancellationToken cancellation)
    {
        try
        {
            var look = new Look();
            if (await _lease.TakeAsync(cancellation) && !await PollAsync(look, cancellation))
            {
                await _lease.DisposeAsync();
                _backlog.OutOfReach("the lease expired during a delivery");
                return look.Delivered;
            }

            _backlog.Left(look.Pending, look.Oldest, look.HeldUp.Keys.ToHashSet());
            return look.Delivered;
        }
        catch
        {
            await _lease.DisposeAsync();
            throw;
        }
    }

    /// <returns>Whether this worker still holds the lease.</returns>
    private async Task<bool> PollAsync(Look look, CancellationToken cancellation)
    {
        List<OutboxMessage> page;
        var last = 0L;
        do
        {
            page = await _lease.ReadAsync(last, cancellation);
            if (page.Count == 0)
                return true;
            last = page[^1].Id;
            var delivered = await _lease.HoldWhileAsync(held => SendAsync(page, look, held), cancellation);
            if (!await _lease.ForgetAsync(delivered))
                return false;
            look.Delivered += delivered.Count;
            look.Pending += page.Count - delivered.Count;
            look.Oldest ??= page.Find(message => !delivered.Contains(message.Id))?.WrittenAt;
            // All messages of a separate lane go to one partner: if a whole page found it unavailable, later pages need not be read.
            if (delivered.Count == 0 && _lane != OutboxLane.Main)
                return true;
        }
        while (page.Count == options.Value.BatchSize && !cancellation.IsCancellationRequested && await _lease.TakeAsync(cancellation));

        return true;
    }

    private async Task DeliverAllAsync(CancellationToken cancellation)
    {
        // A message that arrived meanwhile waits for the next poll: read one by one, messages would cost more than in batches.
        int delivered;
        do
            delivered = await DeliverAsync(cancellation);
        while (delivered >= options.Value.BatchSize);
    }

    /// <summary>Delivers a page of messages: many at once where their receivers allow it, the others by key, several keys in parallel. Starts no delivery after one deadline, even if messages are left, so that those delivered are soon deleted.</summary>
    /// <returns>Ids of the accepted messages.</returns>
    private async Task<HashSet<long>> SendAsync(List<OutboxMessage> page, Look look, CancellationToken cancellation)
    {
        var (began, longest) = (clock.GetTimestamp(), TimeSpan.FromMilliseconds(options.Value.DeadlineMilliseconds));
        var together = await SendTogetherAsync(page, look);
        var taken = new ConcurrentBag<long>(together);
        var keys = page.Where(message => !together.Contains(message.Id)).GroupBy(message => message.OrderedBy);
        await Parallel.ForEachAsync(keys, new ParallelOptions { MaxDegreeOfParallelism = options.Value.Lanes }, async (key, _) =>
        {
            foreach (var message in key)
            {
                var mayTry = !look.HeldUp.ContainsKey(key.Key) && _backlog.IsDue(key.Key)
                    && clock.GetElapsedTime(began) < longest && !cancellation.IsCancellationRequested;
                if (!mayTry || !await PublishAsync(message))
                {
                    look.HeldUp[key.Key] = true;
                    return;
                }

                taken.Add(message.Id);
            }
        });
        return [.. taken];
    }

    /// <summary>Delivers the messages of each topic whose receivers take many at once. Only the first messages of a key, as long as their topic is the same: nothing may overtake.</summary>
    /// <returns>Ids of the accepted messages. The others are then tried one by one.</returns>
    private async Task<HashSet<long>> SendTogetherAsync(List<OutboxMessage> page, Look look)
    {
        var first = page.GroupBy(message => message.OrderedBy)
            .Where(key => !look.HeldUp.ContainsKey(key.Key) && _backlog.IsDue(key.Key))
            .SelectMany(key => key.TakeWhile(message => message.Topic == key.First().Topic));
        var taken = new HashSet<long>();
        foreach (var topic in first.GroupBy(message => message.Topic).Where(topic => _receivers[topic.Key].Any() && _receivers[topic.Key].All(receiver => receiver is IOutboxBatchReceiver)))
        {
            List<OutboxMessage> messages = [.. topic.OrderBy(message => message.Id)];
            if (messages.Count > 1 && await TryPublishAsync(topic.Key, messages))
                taken.UnionWith(messages.Select(message => message.Id));
        }

        return taken;
    }

    private async Task<bool> TryPublishAsync(string topic, List<OutboxMessage> messages)
    {
        try
        {
            using var deadline = Deadline();
            foreach (var receiver in _receivers[topic].Cast<IOutboxBatchReceiver>())
                await receiver.ReceiveAsync(messages, deadline.Token);
        }
        catch (Exception)
        {
            // Any one of them may be the reason.
            return false;
        }

        foreach (var message in messages)
            _backlog.Delivered(message.OrderedBy);
        return true;
    }

    private CancellationTokenSource Deadline() => new(TimeSpan.FromMilliseconds(options.Value.DeadlineMilliseconds), clock);

    /// <summary>Delivers one message to all its receivers. A program that is stopping still completes a delivery in progress.</summary>
    private async Task<bool> PublishAsync(OutboxMessage message)
    {
        try
        {
            if (!_receivers.Contains(message.Topic))
                throw new InvalidOperationException($"This worker has no receiver for the topic {message.Topic}.");
            using var deadline = Deadline();
            foreach (var receiver in _receivers[message.Topic])
                await receiver.ReceiveAsync(message, deadline.Token);
            _backlog.Delivered(message.OrderedBy);
            return true;
        }
        catch (Exception error)
        {
            // Any exception delays only the key of this message.
            _backlog.Failed(message.OrderedBy, $"message {message.Id}: {error.Message}");
            return false;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Dispose();
        await _lease.DisposeAsync();
    }
}
