
namespace Dugout.Features.Seats;

/// <summary>Records seat changes in <c>audit_events</c>, once per message even if the message is delivered repeatedly.</summary>
public sealed class RecordSeatsChanged(Databases databases) : IOutboxReceiver
{
    /// <summary>Recording a message a second time changes nothing; any other failure is an error.</summary>
    private const string Record = """
        INSERT INTO audit_events (message_id, topic, ordered_by, body, written_at) VALUES (@Id, @Topic, @OrderedBy, @Body, @WrittenAt)
        ON DUPLICATE KEY UPDATE message_id = message_id
        """;

    /// <inheritdoc/>
    public string Topic => SeatsChanged.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        await connection.ExecuteAsync(new(Record, message, cancellationToken: cancellation));
    }
}
