using System.Text.Json;

namespace Dugout.Platform.Caching;

/// <summary>The message that answers of some tags are out of date, written with the change.</summary>
/// <param name="Tags">The tags.</param>
public sealed record AnswersChanged(IReadOnlyList<string> Tags) : IOutboxMessage
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "answers-changed";

    string IOutboxMessage.Topic => Topic;
}

/// <summary>
/// Evicts answers once more. Mostly they are evicted: by the process that changed what they are made of. This is for the one
/// that died in between, or found Redis away.
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
