using Dugout.Features.Seats;

namespace Dugout.Faults.Services;

/// <summary>Records each message under an id of its own, so one that comes again is recorded again.</summary>
internal sealed class SeatsChangedRecordedAgain(Databases databases) : IOutboxReceiver
{
    /// <inheritdoc/>
    public string Topic => SeatsChanged.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        const string Sql = "INSERT INTO audit_events (message_id, topic, ordered_by, body, written_at) VALUES (-UUID_SHORT(), @Topic, @OrderedBy, @Body, @WrittenAt)";
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        await connection.ExecuteAsync(new(Sql, message, cancellationToken: cancellation));
    }
}
