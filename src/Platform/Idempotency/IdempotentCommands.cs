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
/// Makes a write safe to repeat. Key, effect and answer commit in one transaction on the primary: a retry either finds all
/// three and gets the same bytes again, or none of them and starts afresh. A refusal or a fault stores nothing. Two requests
/// with one key meet at the primary key; the second waits for the first.
/// </summary>
public sealed class IdempotentCommands(Databases databases, CommitPosition written, Deadline deadline, TimeProvider clock, IOptions<JsonOptions> json)
{
    private const string StoreKey = """
        INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, status, answer, created_at)
        VALUES (@keyAccount, @key, @fingerprint, @status, @answer, @keyTime);
        """;

    /// <summary>Runs a write once for a key of an account, or replays what it answered before.</summary>
    /// <param name="account">Whose key it is.</param>
    /// <param name="key">The key; see <see cref="IdempotencyKey.IsKey"/>.</param>
    /// <param name="request">The request; another one under the same key is refused.</param>
    /// <param name="write">The write, or why there is none: a repeat is answered even when it could no longer be made.</param>
    /// <param name="cancellation">Gives up, before anything is written.</param>
    /// <exception cref="MySqlException">The primary is away or too slow, and nothing took place.</exception>
    /// <exception cref="OutcomeUnknownException">The primary broke off; a retry with the same key finds out.</exception>
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
                // One text with its commit at the end: one round trip, and nothing is left open should this process stop.
                // It is seen through even if the client goes away, so that the outcome doesn't stay open for that.
                // The key comes first: a repeat stops there, before it waits for anything else.
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
                // The server has undone everything; once more from the start.
            }
            catch (MySqlException error)
            {
                // It stopped at the key or at a rule of the write. If the key has an answer by now, that is the answer.
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

    /// <summary>What the key's first request answered; null where it has none.</summary>
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

/// <summary>A write said before it is made, so that it can travel together with its key.</summary>
/// <param name="Sql">Its statements, each with a semicolon at its end. The server stops at the first that fails.</param>
/// <param name="Parameters">Their values.</param>
/// <param name="Answer">What it answers once it is committed.</param>
/// <param name="Refusal">What an error of a statement means; null where it is a fault.</param>
public sealed record KeyedWrite<TAnswer>(string Sql, DynamicParameters Parameters, TAnswer Answer, Func<MySqlException, Problem?> Refusal)
    where TAnswer : class;
