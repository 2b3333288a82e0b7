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
public sealed class IdempotentCommands(PrimaryTransaction transaction, CommitPosition position, TimeProvider clock, IOptions<JsonOptions> json)
{
    private const string StoreKey = """
        INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, status, answer, created_at)
        VALUES (@KeyAccount, @Key, @Fingerprint, @status, @answer, @keyTime);

        """;

    /// <summary>Runs a write once per key of an account, or replays the stored response.</summary>
    /// <param name="account">The owner of the key.</param>
    /// <param name="key">The key; see <see cref="IdempotencyKey.IsKey"/>.</param>
    /// <param name="request">The request; a different request with the same key is rejected.</param>
    /// <param name="write">Returns the write, or the error that prevents it. A repeat is replayed even when the write would be rejected by now.</param>
    /// <param name="cancellation">Cancels the command before anything is written.</param>
    /// <exception cref="MySqlException">The primary is unavailable or too slow, and nothing was changed.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke; a retry with the same key reveals the outcome.</exception>
    public Task<Result<IdempotentResponse<TAnswer>>> OnceAsync<TRequest, TAnswer>(
        long account, string key, TRequest request, Result<KeyedWrite<TAnswer>> write, CancellationToken cancellation)
        where TAnswer : class => OnceAsync(account, key, request, () => Task.FromResult(write), cancellation);

    /// <summary>Runs a write as <see cref="OnceAsync{TRequest, TAnswer}(long, string, TRequest, Result{KeyedWrite{TAnswer}}, CancellationToken)"/> does, made anew for each attempt.</summary>
    public Task<Result<IdempotentResponse<TAnswer>>> OnceAsync<TRequest, TAnswer>(
        long account, string key, TRequest request, Func<Task<Result<KeyedWrite<TAnswer>>>> write, CancellationToken cancellation)
        where TAnswer : class
    {
        var used = new UsedKey(account, key, Fingerprint(request));
        Func<MySqlException, Problem?> problemOf = _ => null;
        return transaction.RunAsync(
            async open =>
            {
                var made = await write();
                if (made.Value is not { } wanted)
                    return await ReplayAsync<TAnswer>(open, used) ?? made.Problem!;
                problemOf = wanted.Problem;
                return await StoreAsync(open, used, wanted);
            },
            // The batch stopped at the key or at a rule of the write. If the key has a stored response by now, that response is returned.
            async (error, open) => await ReplayAsync<TAnswer>(open, used) ?? (problemOf(error) is { } problem ? (Result<IdempotentResponse<TAnswer>>?)problem : null),
            cancellation);
    }

    /// <summary>Sends key, write and response in one batch. The key comes first: a repeat stops there, before it waits for any other lock.</summary>
    private async Task<Result<IdempotentResponse<TAnswer>>> StoreAsync<TAnswer>(OpenTransaction open, UsedKey used, KeyedWrite<TAnswer> wanted)
        where TAnswer : class
    {
        var stored = new IdempotentResponse<TAnswer>(
            StatusCodes.Status201Created, JsonSerializer.SerializeToUtf8Bytes(wanted.Answer, json.Value.SerializerOptions), IsRepeat: false);
        wanted.Parameters.AddDynamicParams(used);
        wanted.Parameters.AddDynamicParams(new { status = stored.Status, answer = stored.Body, keyTime = clock.GetUtcNow().UtcDateTime });
        await open.CommitAsync(StoreKey + wanted.Sql, wanted.Parameters, wanted.LocksSharedRow);
        return stored with { CommitPosition = open.CommitPosition };
    }

    private byte[] Fingerprint<TRequest>(TRequest request)
    {
        byte[] meaning = [.. Encoding.UTF8.GetBytes(typeof(TRequest).Name), .. JsonSerializer.SerializeToUtf8Bytes(request, json.Value.SerializerOptions)];
        return SHA256.HashData(meaning);
    }

    /// <summary>Returns the stored response of the key's first request; null where there is none.</summary>
    private async Task<Result<IdempotentResponse<TAnswer>>?> ReplayAsync<TAnswer>(OpenTransaction open, UsedKey used)
        where TAnswer : class
    {
        var sql = $"SELECT fingerprint, status, answer, {position.Present} AS position FROM idempotency_keys WHERE account_id = @KeyAccount AND idempotency_key = @Key";
        var row = await open.RollBackAndReadAsync<StoredResponse>(sql, used);
        if (row is null)
            return null;
        position.Report(row.Position);
        return row.Fingerprint.AsSpan().SequenceEqual(used.Fingerprint)
            ? new IdempotentResponse<TAnswer>(row.Status, row.Answer, IsRepeat: true)
            : Problems.IdempotencyKeyReused;
    }

    private sealed record UsedKey(long KeyAccount, string Key, byte[] Fingerprint);

    private sealed record StoredResponse(byte[] Fingerprint, short Status, byte[] Answer, string? Position);
}

/// <summary>A write as data, so that it can travel in one batch with its key.</summary>
/// <param name="Sql">The statements, each with a semicolon at its end. The server stops at the first that fails.</param>
/// <param name="Parameters">Parameters of the statements.</param>
/// <param name="Answer">The response after the commit.</param>
/// <param name="Problem">Translates a statement's exception into an error, or into <see cref="PrimaryTransaction.Conflict"/> to run again; null where it is a fault.</param>
/// <param name="LocksSharedRow">Whether writes of other accounts wait for a row of it; see <see cref="OpenTransaction.CommitAsync(string, object, bool)"/>.</param>
public sealed record KeyedWrite<TAnswer>(
    string Sql, DynamicParameters Parameters, TAnswer Answer, Func<MySqlException, Problem?> Problem, bool LocksSharedRow = false)
    where TAnswer : class;
