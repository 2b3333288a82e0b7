using System.Collections.Concurrent;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Outbox;

/// <summary>
/// Tells the messages of the outbox to their receivers, at least once each and in order within a key, and then deletes them.
/// A message that isn't taken comes again after a pause that grows; until then only its own key waits, for no longer than
/// one deadline do others. Each look begins at the oldest message there is: one that was numbered early and committed late
/// is never passed over. It delivers the messages of one lane, the main one unless told otherwise (<see cref="OutboxLane"/>).
/// <para>
/// Any number of workers may run; one of them delivers, the others stand by (<see cref="OutboxLease"/>). One that froze may
/// still have messages in its hands when it thaws, which the next one has told meanwhile. To a receiver that knows messages
/// by their id this changes nothing, not even their order: whoever tells a message has told all before it of that key
/// himself, or found them gone because they had been. To one that doesn't, messages come twice, and old ones late.
/// </para>
/// </summary>
public sealed class DeliverOutbox(
    Databases databases, IEnumerable<IOutboxReceiver> receivers, IOptions<OutboxOptions> options, TimeProvider clock, ILogger<DeliverOutbox> log,
    OutboxLane? lane = null) : BackgroundService, IAsyncDisposable
{
    private readonly ILookup<string, IOutboxReceiver> _receivers = receivers.ToLookup(receiver => receiver.Topic);
    private readonly OutboxLane _lane = lane ?? OutboxLane.Main;
    private readonly OutboxLease _turn = new(databases, options.Value, lane ?? OutboxLane.Main);
    private readonly OutboxBacklog _backlog = new(options.Value, lane ?? OutboxLane.Main, clock, log);

    /// <summary>What one look at the outbox has come to.</summary>
    private sealed class Look
    {
        public int Delivered { get; set; }
        public long Pending { get; set; }
        public DateTime? Oldest { get; set; }

        /// <summary>Keys with a message that wasn't delivered, so none after it may be.</summary>
        public ConcurrentDictionary<string, bool> HeldUp { get; } = new();
    }

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        TimeSpan.FromMilliseconds(options.Value.PollMilliseconds), clock, DeliverAllAsync,
        error => error.IsOfTheDatabase(),
        error => _backlog.OutOfReach(error.Message),
        stoppingToken);

    /// <summary>Looks at all messages there are and delivers those that are due, if it is this worker's turn.</summary>
    /// <returns>How many were delivered.</returns>
    /// <exception cref="MySqlException">The primary did not answer, or has given the turn to another.</exception>
    public async Task<int> DeliverAsync(CancellationToken cancellation)
    {
        try
        {
            var look = new Look();
            if (await _turn.TakeAsync(cancellation))
                await PollAsync(look, cancellation);
            _backlog.Left(look.Pending, look.Oldest, look.HeldUp.Keys.ToHashSet());
            return look.Delivered;
        }
        catch
        {
            await _turn.DisposeAsync();
            throw;
        }
    }

    private async Task PollAsync(Look look, CancellationToken cancellation)
    {
        List<OutboxMessage> page;
        var last = 0L;
        do
        {
            page = await _turn.ReadAsync(last, cancellation);
            if (page.Count == 0)
                return;
            last = page[^1].Id;
            var delivered = await SendAsync(page, look, cancellation);
            await _turn.ForgetAsync(delivered);
            look.Delivered += delivered.Count;
            look.Pending += page.Count - delivered.Count;
            look.Oldest ??= page.Find(message => !delivered.Contains(message.Id))?.WrittenAt;
            // In a lane of its own all go to one partner: where a whole page found nobody there, what lies behind it needn't be read.
            if (delivered.Count == 0 && _lane != OutboxLane.Main)
                return;
        }
        while (page.Count == options.Value.BatchSize && !cancellation.IsCancellationRequested);
    }

    private async Task DeliverAllAsync(CancellationToken cancellation)
    {
        while (await DeliverAsync(cancellation) > 0)
        {
            // More may have come meanwhile.
        }
    }

    /// <summary>Tells a page of messages, several keys side by side. Ends in time to keep the turn, though some be left.</summary>
    /// <returns>The ids of those that were taken.</returns>
    private async Task<HashSet<long>> SendAsync(List<OutboxMessage> page, Look look, CancellationToken cancellation)
    {
        var (began, longest) = (clock.GetTimestamp(), TimeSpan.FromSeconds(options.Value.TurnSeconds) / 4);
        var taken = new ConcurrentBag<long>();
        await Parallel.ForEachAsync(page.GroupBy(message => message.OrderedBy), new ParallelOptions { MaxDegreeOfParallelism = options.Value.Lanes }, async (key, _) =>
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

    /// <summary>Tells one message to all its receivers. A program that is asked to stop still ends what it is telling.</summary>
    private async Task<bool> PublishAsync(OutboxMessage message)
    {
        try
        {
            if (!_receivers.Contains(message.Topic))
                throw new InvalidOperationException($"This worker knows nobody who wants to hear of {message.Topic}.");
            using var deadline = new CancellationTokenSource(TimeSpan.FromMilliseconds(options.Value.DeadlineMilliseconds), clock);
            foreach (var receiver in _receivers[message.Topic])
                await receiver.ReceiveAsync(message, deadline.Token);
            _backlog.Delivered(message.OrderedBy);
            return true;
        }
        catch (Exception error)
        {
            // Whatever it is, it is this message's trouble and nobody else's.
            _backlog.Failed(message.OrderedBy, $"message {message.Id}: {error.Message}");
            return false;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Dispose();
        await _turn.DisposeAsync();
    }
}
