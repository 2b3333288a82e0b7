using System.Text.Json;
using Dapper;

namespace Dugout.Features.Shared;

/// <summary>
/// Messages that are told to others once the transaction they were written in has committed: the worker delivers them, at
/// least once, and in order within one key.
/// </summary>
public static class Outbox
{
    /// <summary>The statement that writes one message, with a semicolon at its end, for the transaction that makes it true.</summary>
    /// <param name="parameters">Takes the statement's values.</param>
    /// <param name="orderedBy">
    /// Messages of one key are told in the order they were written, one after the other. Transactions that write under one key
    /// at the same time have an order only if one waits for the other.
    /// </param>
    /// <param name="message">What happened.</param>
    /// <param name="now">When, UTC.</param>
    public static string Tell(DynamicParameters parameters, string orderedBy, ITold message, DateTime now)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(message);
        var body = JsonSerializer.Serialize<object>(message, JsonSerializerOptions.Web);
        parameters.AddDynamicParams(new { message.Topic, orderedBy, body, toldAt = now });
        return "INSERT INTO outbox (topic, ordered_by, body, written_at) VALUES (@Topic, @orderedBy, @body, @toldAt); ";
    }
}

/// <summary>What a message says: written as JSON.</summary>
public interface ITold
{
    /// <summary>What kind of thing happened; the receivers' name for it, never changed.</summary>
    string Topic { get; }
}
