using Dapper;

namespace Dugout.Features.Seats;

/// <summary>Records seat changes in <c>audit_events</c>, once per message even if the message is delivered repeatedly.</summary>
public sealed class RecordSeatsChanged(Databases databases) : IOutboxBatchReceiver
{
    /// <inheritdoc/>
    public string Topic => SeatsChanged.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(IReadOnlyList<OutboxMessage> messages, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(messages);
        var parameters = new DynamicParameters();
        var rows = parameters.Rows("(@id#, @topic#, @key#, @body#, @at#)", messages,
            message => [("id", message.Id), ("topic", message.Topic), ("key", message.OrderedBy), ("body", message.Body), ("at", message.WrittenAt)]);
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        // Recording a message a second time changes nothing; any other failure is an error.
        await connection.ExecuteAsync(new(
            $"""
            INSERT INTO audit_events (message_id, topic, ordered_by, body, written_at) VALUES {rows}
            ON DUPLICATE KEY UPDATE message_id = message_id
            """, parameters, cancellationToken: cancellation));
    }
}
