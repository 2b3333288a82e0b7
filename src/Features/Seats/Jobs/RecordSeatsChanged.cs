
namespace Dugout.Features.Seats;

/// <summary>Records what happens to seats in <c>audit_events</c>, once a message however often it comes.</summary>
public sealed class RecordSeatsChanged(Databases databases) : IOutboxReceiver
{
    /// <summary>The second record of a message changes nothing; any other trouble is an error.</summary>
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
