namespace Dugout.Platform.Outbox;

/// <summary>
/// Somebody who is told the messages of a topic. A message may come twice, also while its first coming is still at work, so
/// its effect must be the same however often it comes: <see cref="OutboxMessage.Id"/> is the key to know it by.
/// </summary>
public interface IOutboxReceiver
{
    /// <summary>What it wants to hear of.</summary>
    string Topic { get; }

    /// <summary>Takes one message. Returns when its effect will last; throws when it is to come again.</summary>
    /// <param name="message">The message. Of one key, the next comes only after this one was taken.</param>
    /// <param name="cancellation">The deadline: a receiver that lets it pass has not taken the message.</param>
    Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation);
}

/// <summary>A message as it was written; see <see cref="OutboxWriter"/>.</summary>
/// <param name="Id">Its own number, the same each time it comes.</param>
/// <param name="Topic">What kind of thing happened.</param>
/// <param name="OrderedBy">Messages of one key come one after the other.</param>
/// <param name="Body">What happened, as JSON.</param>
/// <param name="WrittenAt">When, UTC.</param>
public sealed record OutboxMessage(long Id, string Topic, string OrderedBy, string Body, DateTime WrittenAt);
