using System.Text.Json;

namespace Dugout.Platform.Caching;

/// <summary>The outbox message that responses of some tags are out of date, written in the transaction of the change.</summary>
/// <param name="Tags">The tags.</param>
public sealed record AnswersChanged(IReadOnlyList<string> Tags) : IOutboxMessage
{
    /// <summary>Topic of these messages.</summary>
    public const string Topic = "answers-changed";

    string IOutboxMessage.Topic => Topic;
}

/// <summary>
/// Repeats an invalidation. The process that made the change usually has invalidated the responses already; this receiver covers a process
/// that died in between or found Redis unavailable.
/// </summary>
public sealed class InvalidateResponses(Databases databases, IReplication replication, CacheInvalidation evictions) : IOutboxReceiver
{
    /// <inheritdoc/>
    public string Topic => AnswersChanged.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(message);
        var changed = JsonSerializer.Deserialize<AnswersChanged>(message.Body, JsonSerializerOptions.Web)!;
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var present = await connection.ExecuteScalarAsync<string>(new($"SELECT {replication.Present}", cancellationToken: cancellation));
        await evictions.EvictAsync(changed.Tags, present ?? "");
    }
}
