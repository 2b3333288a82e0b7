using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Idempotency;

/// <summary>
/// Makes a write safe to repeat. Key, effect and response commit in one transaction on the primary: a retry either finds all
/// three and receives the same bytes again, or finds none and runs the write. An error or a fault stores nothing. Two concurrent requests
/// with one key collide at the primary key; the second waits for the first.
/// </summary>
public sealed class IdempotentCommands(Databases databases, CommitPosition written, Deadline deadline, TimeProvider clock, IOptions<JsonOptions> json)
{
    private const string StoreKey = """
        INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, status, answer, created_at)
        VALUES (@keyAccount, @key, @fingerprint, @status, @answer, @keyTime);
        """;

    /// <summary>Runs a write once per key of an account, or replays the stored response.</summary>
    /// <param name="account">The owner of the key.</param>
    /// <param name="key">The key; see <see cref="IdempotencyKey.IsKey"/>.</param>
    /// <param name="request">The request; a different request with the same key is rejected.</param>
    /// <param name="write">Returns the write, or the error that prevents it. A repeat is replayed even when the write would be rejected by now.</param>
    /// <param name="cancellation">Cancels the command before anything is written.</param>
    /// <exception cref="MySqlException">The primary is unavailable or too slow, and nothing was changed.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke; a retry with the same key reveals the outcome.</exception>
    public async Task<Result<IdempotentResponse<TAnswer>>> OnceAsync<TRequest, TAnswer>(
        long account, string key, TRequest request, Result<KeyedWrite<TAnswer>> write, CancellationToken cancellation)
        where TAnswer : class
    {
        var used = new { keyAccount = account, key, fingerprint = Fingerprint(request) };
        if (write.Value is not { } wanted)
        {
            await using var connection = await databases.OpenPrimaryAsync(cancellation);
            return await ReplayAsync<TAnswer>(connection, "", used, used.fingerprint) ?? write.Refusal!;
        }

        var stored = new IdempotentResponse<TAnswer>(
            StatusCodes.Status201Created, JsonSerializer.SerializeToUtf8Bytes(wanted.Answer, json.Value.SerializerOptions), IsRepeat: false);
        wanted.Parameters.AddDynamicParams(used);
        wanted.Parameters.AddDynamicParams(new { status = stored.Status, answer = stored.Body, keyTime = clock.GetUtcNow().UtcDateTime });
        for (var attempt = 1; attempt <= Transactions.Attempts; attempt++)
        {
            await using var connection = await databases.OpenPrimaryAsync(cancellation);
            try
            {
                // One batch with the commit at its end: one round trip, and no transaction stays open if this process dies.
                // The batch is completed even if the client disconnects, so that the outcome does not become unknown.
                // The key comes first: a repeat stops there, before it waits for any other lock.
                var text = Transactions.Begin + StoreKey + wanted.Sql + written.Commit;
                var place = await connection.ExecuteScalarAsync<string?>(new(text, wanted.Parameters, cancellationToken: deadline.Token));
                written.Report(place);
                return stored with { Place = place ?? "" };
            }
            catch (Exception error) when (error.LeavesOutcomeOpen())
            {
                throw new OutcomeUnknownException(error);
            }
            catch (MySqlException error) when (error.IsDeadlock())
            {
                // The server has rolled back the transaction; the batch runs again from the start.
            }
            catch (MySqlException error)
            {
                // The batch stopped at the key or at a rule of the write. If the key has a stored response by now, that response is returned.
                var answer = await ReplayAsync<TAnswer>(connection, Transactions.Undo, used, used.fingerprint);
                if (answer is { } told)
                    return told;
                if (wanted.Refusal(error) is { } refusal)
                    return refusal;
                throw;
            }
        }

        return Problems.Busy;
    }

    private byte[] Fingerprint<TRequest>(TRequest request)
    {
        byte[] meaning = [.. Encoding.UTF8.GetBytes(typeof(TRequest).Name), .. JsonSerializer.SerializeToUtf8Bytes(request, json.Value.SerializerOptions)];
        return SHA256.HashData(meaning);
    }

    /// <summary>Returns the stored response of the key's first request; null where there is none.</summary>
    private async Task<Result<IdempotentResponse<TAnswer>>?> ReplayAsync<TAnswer>(
        LeasedConnection connection, string before, object used, byte[] fingerprint)
        where TAnswer : class
    {
        var sql = $"SELECT fingerprint, status, answer, {written.Present} AS place FROM idempotency_keys WHERE account_id = @keyAccount AND idempotency_key = @key";
        var row = await connection.QuerySingleOrDefaultAsync<UsedKey>(new(before + sql, used, cancellationToken: deadline.Token));
        if (row is null)
            return null;
        written.Report(row.Place);
        return row.Fingerprint.AsSpan().SequenceEqual(fingerprint)
            ? new IdempotentResponse<TAnswer>(row.Status, row.Answer, IsRepeat: true)
            : Problems.IdempotencyKeyReused;
    }

    private sealed record UsedKey(byte[] Fingerprint, short Status, byte[] Answer, string? Place);
}

/// <summary>A write as data, so that it can travel in one batch with its key.</summary>
/// <param name="Sql">The statements, each with a semicolon at its end. The server stops at the first that fails.</param>
/// <param name="Parameters">Parameters of the statements.</param>
/// <param name="Answer">The response after the commit.</param>
/// <param name="Refusal">Translates a statement's exception into an error; null where it is a fault.</param>
public sealed record KeyedWrite<TAnswer>(string Sql, DynamicParameters Parameters, TAnswer Answer, Func<MySqlException, Problem?> Refusal)
    where TAnswer : class;
