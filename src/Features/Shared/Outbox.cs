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
    /// <param name="topic">What kind of thing happened; the receivers' name for it, never changed.</param>
    /// <param name="orderedBy">
    /// Messages of one key are told in the order they were written, one after the other. Transactions that write under one key
    /// at the same time have an order only if one waits for the other.
    /// </param>
    /// <param name="message">What happened.</param>
    /// <param name="now">When, UTC.</param>
    public static string Tell<T>(DynamicParameters parameters, string topic, string orderedBy, T message, DateTime now)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        parameters.AddDynamicParams(new { topic, orderedBy, message = JsonSerializer.Serialize(message, JsonSerializerOptions.Web), toldAt = now });
        return "INSERT INTO outbox (topic, ordered_by, body, written_at) VALUES (@topic, @orderedBy, @message, @toldAt); ";
    }
}
