using System.Text.Json;
using Dapper;

namespace Dugout.Platform.Outbox;

/// <summary>
/// Writes messages that are published once their transaction has committed: the worker delivers them at
/// least once, and in order within one key.
/// </summary>
public static class OutboxWriter
{
    /// <summary>
    /// Head of a statement that writes messages into a lane; the rest selects topic, key, body, time and lane of each. For messages derived from rows in the same transaction.
    /// </summary>
    public const string TellEach = "INSERT INTO outbox (topic, ordered_by, body, written_at, lane) ";

    /// <summary>Returns the statement that writes one message, with a semicolon at its end, for the transaction of the event.</summary>
    /// <param name="parameters">Receives the statement's parameters.</param>
    /// <param name="orderedBy">
    /// Ordering key: messages of one key are delivered in the order they were written, one after the other. Concurrent transactions that write
    /// under one key have an order only if one waits for the other.
    /// </param>
    /// <param name="message">The message.</param>
    /// <param name="now">Time of writing, UTC.</param>
    public static string Publish(DynamicParameters parameters, string orderedBy, IOutboxMessage message, DateTime now)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(message);
        var body = JsonSerializer.Serialize<object>(message, JsonSerializerOptions.Web);
        parameters.Add(nameof(message.Topic), message.Topic);
        parameters.Add(nameof(orderedBy), orderedBy);
        parameters.Add(nameof(body), body);
        parameters.Add("toldAt", now);
        return "INSERT INTO outbox (topic, ordered_by, body, written_at) VALUES (@Topic, @orderedBy, @body, @toldAt); ";
    }
}

/// <summary>Content of a message; serialized as JSON.</summary>
public interface IOutboxMessage
{
    /// <summary>Kind of the event; the receivers' topic name, never changed.</summary>
    string Topic { get; }
}

/// <summary>
/// A separate queue within the outbox with its own delivery job: messages to a slow partner wait there and delay no other messages.
/// </summary>
/// <param name="Number">Value of the column <c>lane</c>.</param>
/// <param name="Name">Name of the lane in metrics and in the lease.</param>
public sealed record OutboxLane(int Number, string Name)
{
    /// <summary>Messages without a lane of their own.</summary>
    public static OutboxLane Main { get; } = new(0, "main");

    /// <summary>Push notifications to devices.</summary>
    public static OutboxLane Pushes { get; } = new(1, "pushes");
}
