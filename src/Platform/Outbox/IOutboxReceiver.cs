namespace Dugout.Platform.Outbox;

/// <summary>
/// A receiver of the messages of a topic. A message may arrive twice, even while its first delivery is still in progress, so
/// its effect must be idempotent: <see cref="OutboxMessage.Id"/> identifies the message.
/// </summary>
public interface IOutboxReceiver
{
    /// <summary>Topic of the messages to receive.</summary>
    string Topic { get; }

    /// <summary>Processes one message. Returns when its effect is durable; throws to have the message delivered again.</summary>
    /// <param name="message">The message. The next message of its key arrives only after this one was accepted.</param>
    /// <param name="cancellation">The deadline: a receiver that exceeds it has not accepted the message.</param>
    Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation);
}

/// <summary>
/// A receiver whose effects of many messages cost little more than that of one. Messages come together where nothing before them waits; if that fails, each comes by itself, so that one message
/// that can't be processed delays only its own key.
/// </summary>
public interface IOutboxBatchReceiver : IOutboxReceiver
{
    /// <summary>Processes messages of several keys. Returns when all effects are durable; throws to have each message delivered by itself.</summary>
    /// <param name="messages">The messages in the order they were written; of one key there may be several.</param>
    /// <param name="cancellation">The deadline.</param>
    Task ReceiveAsync(IReadOnlyList<OutboxMessage> messages, CancellationToken cancellation);

    /// <inheritdoc/>
    Task IOutboxReceiver.ReceiveAsync(OutboxMessage message, CancellationToken cancellation) => ReceiveAsync([message], cancellation);
}

/// <summary>An outbox message as it was written; see <see cref="OutboxWriter"/>.</summary>
/// <param name="Id">Id of the message, the same at each delivery.</param>
/// <param name="Topic">Kind of the event.</param>
/// <param name="OrderedBy">Ordering key: messages of one key are delivered one after the other.</param>
/// <param name="Body">The event, as JSON.</param>
/// <param name="WrittenAt">Time of writing, UTC.</param>
public sealed record OutboxMessage(long Id, string Topic, string OrderedBy, string Body, DateTime WrittenAt);
