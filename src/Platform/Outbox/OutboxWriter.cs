using System.Text.Json;
using Dapper;

namespace Dugout.Platform.Outbox;

/// <summary>
/// Messages that are told to others once the transaction they were written in has committed: the worker delivers them, at
/// least once, and in order within one key.
/// </summary>
public static class OutboxWriter
{
    /// <summary>
    /// The head of a statement that writes messages into a lane: what follows gives topic, key, body, time and lane of each. For messages that are made of rows as they are written.
    /// </summary>
    public const string TellEach = "INSERT INTO outbox (topic, ordered_by, body, written_at, lane) ";

    /// <summary>The statement that writes one message, with a semicolon at its end, for the transaction that makes it true.</summary>
    /// <param name="parameters">Takes the statement's values.</param>
    /// <param name="orderedBy">
    /// Messages of one key are told in the order they were written, one after the other. Transactions that write under one key
    /// at the same time have an order only if one waits for the other.
    /// </param>
    /// <param name="message">What happened.</param>
    /// <param name="now">When, UTC.</param>
    public static string Publish(DynamicParameters parameters, string orderedBy, IOutboxMessage message, DateTime now)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(message);
        var body = JsonSerializer.Serialize<object>(message, JsonSerializerOptions.Web);
        parameters.AddDynamicParams(new { message.Topic, orderedBy, body, toldAt = now });
        return "INSERT INTO outbox (topic, ordered_by, body, written_at) VALUES (@Topic, @orderedBy, @body, @toldAt); ";
    }
}

/// <summary>What a message says: written as JSON.</summary>
public interface IOutboxMessage
{
    /// <summary>What kind of thing happened; the receivers' name for it, never changed.</summary>
    string Topic { get; }
}

/// <summary>
/// A queue of its own within the outbox, which a job of its own delivers: what is told to somebody slow waits there, and keeps nothing else waiting.
/// </summary>
/// <param name="Number">How a row says that it is in it.</param>
/// <param name="Name">What metrics and the turn call it.</param>
public sealed record OutboxLane(int Number, string Name)
{
    /// <summary>Whatever has none of its own.</summary>
    public static OutboxLane Main { get; } = new(0, "main");

    /// <summary>What is pushed to devices.</summary>
    public static OutboxLane Pushes { get; } = new(1, "pushes");
}
