using System.Data;
using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Dapper;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Shared;

/// <summary>
/// Makes a write safe to repeat. Key, effect and answer commit in one transaction on the primary: a retry either finds all
/// three and gets the same bytes again, or none of them and starts afresh. A refusal or a fault stores nothing. Two requests
/// with one key meet at the primary key; the second waits for the first.
/// </summary>
public sealed class Idempotency(Databases databases, TimeProvider clock, IOptions<JsonOptions> json)
{
    /// <summary>The request header that carries the key.</summary>
    public const string Header = "Idempotency-Key";

    private const int MaxKeyLength = 64;

    /// <summary>Seconds a statement about the key may take: so long a second request waits for the first with the same key.</summary>
    private const int StatementSeconds = 2;

    /// <summary>How often a transaction that lost a deadlock is run before the caller is told to come back.</summary>
    private const int Attempts = 3;

    /// <summary>Whether a client's key is 1 to 64 visible ASCII characters.</summary>
    public static bool IsKey(string? key) =>
        key is { Length: > 0 and <= MaxKeyLength } && key.All(character => character is > ' ' and <= '~');

    /// <summary>Runs an effect once for a key of an account, or replays what it answered before.</summary>
    /// <param name="account">Whose key it is.</param>
    /// <param name="key">The key; see <see cref="IsKey"/>.</param>
    /// <param name="request">The request; another one under the same key is refused.</param>
    /// <param name="effect">Works inside the transaction it is given and answers, or refuses and thereby undoes it.</param>
    /// <param name="cancellation">Gives up, before the commit.</param>
    /// <exception cref="MySqlException">The primary is away or too slow, and nothing took place.</exception>
    /// <exception cref="OutcomeUnknownException">The primary broke off at the commit; a retry with the same key finds out.</exception>
    public async Task<Outcome<StoredAnswer<TAnswer>>> OnceAsync<TRequest, TAnswer>(
        long account, string key, TRequest request,
        Func<MySqlTransaction, Task<Outcome<TAnswer>>> effect, CancellationToken cancellation)
        where TAnswer : class
    {
        ArgumentNullException.ThrowIfNull(effect);
        byte[] meaning = [.. Encoding.UTF8.GetBytes(typeof(TRequest).Name), .. JsonSerializer.SerializeToUtf8Bytes(request, json.Value.SerializerOptions)];
        var fingerprint = SHA256.HashData(meaning);
        for (var attempt = 1; attempt <= Attempts; attempt++)
        {
            await using var connection = await databases.OpenPrimaryAsync(cancellation);
            try
            {
                await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, cancellation);
                if (await TakeKeyAsync(transaction, account, key, fingerprint, cancellation))
                    return await CommitAsync(transaction, account, key, await effect(transaction), cancellation);

                await transaction.RollbackAsync(cancellation);
                if (await ReplayAsync<TAnswer>(connection, account, key, fingerprint, cancellation) is { } answer)
                    return answer;
            }
            catch (MySqlException error) when (error.IsDeadlock())
            {
                // The server has undone everything; once more from the start.
            }
        }

        return Problems.Busy;
    }

    /// <summary>Claims the key; false when an earlier request has it. Blocks while that request is still at work.</summary>
    private async Task<bool> TakeKeyAsync(
        MySqlTransaction transaction, long account, string key, byte[] fingerprint, CancellationToken cancellation)
    {
        const string Sql = """
            INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, created_at)
            VALUES (@account, @key, @fingerprint, @now)
            """;
        try
        {
            var parameters = new { account, key, fingerprint, now = clock.GetUtcNow().UtcDateTime };
            await transaction.Connection!.ExecuteAsync(new(Sql, parameters, transaction, StatementSeconds, cancellationToken: cancellation));
            return true;
        }
        catch (MySqlException error) when (error.IsDuplicateKey())
        {
            return false;
        }
    }

    private async Task<Outcome<StoredAnswer<TAnswer>>> CommitAsync<TAnswer>(
        MySqlTransaction transaction, long account, string key, Outcome<TAnswer> outcome, CancellationToken cancellation)
        where TAnswer : class
    {
        if (outcome.Refusal is { } refusal)
        {
            await transaction.RollbackAsync(cancellation);
            return refusal;
        }

        var stored = new StoredAnswer<TAnswer>(
            StatusCodes.Status201Created, JsonSerializer.SerializeToUtf8Bytes(outcome.Value, json.Value.SerializerOptions));
        await transaction.Connection!.ExecuteAsync(new(
            "UPDATE idempotency_keys SET status = @Status, answer = @Body WHERE account_id = @account AND idempotency_key = @key",
            new { stored.Status, stored.Body, account, key }, transaction, StatementSeconds, cancellationToken: cancellation));
        try
        {
            // From here on the client's going away must not leave the outcome open.
            await transaction.CommitAsync(CancellationToken.None);
            return stored;
        }
        catch (MySqlException error)
        {
            // The server may have committed and not come to say so. Never to be taken for a refusal.
            throw new OutcomeUnknownException(error);
        }
    }

    /// <summary>What the key's first request answered; null where the key is gone again, because that request was undone.</summary>
    private static async Task<Outcome<StoredAnswer<TAnswer>>?> ReplayAsync<TAnswer>(
        MySqlConnection connection, long account, string key, byte[] fingerprint, CancellationToken cancellation)
        where TAnswer : class
    {
        var used = await connection.QuerySingleOrDefaultAsync<UsedKey>(new(
            "SELECT fingerprint, status, answer FROM idempotency_keys WHERE account_id = @account AND idempotency_key = @key",
            new { account, key }, commandTimeout: StatementSeconds, cancellationToken: cancellation));
        if (used is null)
            return null;
        return used.Fingerprint.AsSpan().SequenceEqual(fingerprint)
            ? new StoredAnswer<TAnswer>(used.Status, used.Answer)
            : Problems.IdempotencyKeyReused;
    }

    private sealed record UsedKey(byte[] Fingerprint, short Status, byte[] Answer);
}

/// <summary>The commit got no answer: the effect may or may not have taken place.</summary>
public sealed class OutcomeUnknownException(Exception reason) : Exception("The commit got no answer.", reason);

/// <summary>An answer as it was stored: the same bytes each time.</summary>
/// <param name="Status">The HTTP status.</param>
/// <param name="Body">The JSON body.</param>
public sealed record StoredAnswer<T>(int Status, byte[] Body) : IResult, IEndpointMetadataProvider
{
    /// <inheritdoc/>
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        httpContext.Response.StatusCode = Status;
        httpContext.Response.ContentType = "application/json; charset=utf-8";
        httpContext.Response.ContentLength = Body.Length;
        await httpContext.Response.Body.WriteAsync(Body, httpContext.RequestAborted);
    }

    /// <summary>Tells the API's description what a stored answer holds.</summary>
    static void IEndpointMetadataProvider.PopulateMetadata(MethodInfo method, EndpointBuilder builder) =>
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status201Created, typeof(T), ["application/json"]));
}
