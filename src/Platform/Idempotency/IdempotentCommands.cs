using System.Data.Common;
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
public sealed class IdempotentCommands(PrimaryTransaction transaction, GroupCommit group, CommitPosition position, TimeProvider clock, IOptions<JsonOptions> json)
{
    private const string StoreKey = """
        INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, status, answer, created_at)
        VALUES (@KeyAccount, @Key, @Fingerprint, @status, @answer, @keyTime);

        """;

    private string Lookup => $"SELECT fingerprint, status, answer, {position.Present} AS position FROM idempotency_keys WHERE account_id = @KeyAccount AND idempotency_key = @Key";

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
        if (group.IsOn && write.Value is { IsGrouped: true } wanted
            && await GroupedAsync(new(account, key, Fingerprint(request)), wanted, cancellation) is { } result)
            return result;
        return await OnceAsync(account, key, request, () => Task.FromResult(write), cancellation);
    }

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
        var stored = Stored(used, wanted);
        await open.CommitAsync(StoreKey + wanted.Sql, wanted.Parameters, wanted.LocksSharedRow);
        return stored with { CommitPosition = open.CommitPosition };
    }

    /// <summary>Runs the write in a transaction that it shares with others; null where it needs one of its own.</summary>
    private async Task<Result<IdempotentResponse<TAnswer>>?> GroupedAsync<TAnswer>(UsedKey used, KeyedWrite<TAnswer> wanted, CancellationToken cancellation)
        where TAnswer : class
    {
        var stored = Stored(used, wanted);
        StoredResponse? earlier = null;
        var write = new GroupedWrite(
            StoreKey + wanted.Sql, wanted.Parameters, Lookup,
            error => error.IsDuplicateKey() || (wanted.Problem(error) is { } problem && problem != PrimaryTransaction.Conflict),
            async reader => earlier = await reader.ReadAsync() ? Read(reader) : null);
        var result = await group.RunAsync(write, cancellation);
        switch (result.Outcome)
        {
            case GroupedOutcome.Committed:
                position.Report(result.CommitPosition);
                return stored with { CommitPosition = result.CommitPosition };
            case GroupedOutcome.Rejected when earlier is not null:
                // The response may have been stored by another write of the group.
                return Replay<TAnswer>(earlier with { Position = result.CommitPosition is "" ? earlier.Position : result.CommitPosition }, used);
            default:
                return result.Error is { } error && wanted.Problem(error) is { } problem ? (Result<IdempotentResponse<TAnswer>>?)problem : null;
        }
    }

    /// <summary>Returns the response to store, and adds the parameters of <see cref="StoreKey"/>.</summary>
    private IdempotentResponse<TAnswer> Stored<TAnswer>(UsedKey used, KeyedWrite<TAnswer> wanted)
        where TAnswer : class
    {
        var stored = new IdempotentResponse<TAnswer>(
            StatusCodes.Status201Created, JsonSerializer.SerializeToUtf8Bytes(wanted.Answer, json.Value.SerializerOptions), IsRepeat: false);
        wanted.Parameters.Add(nameof(used.KeyAccount), used.KeyAccount);
        wanted.Parameters.Add(nameof(used.Key), used.Key);
        wanted.Parameters.Add(nameof(used.Fingerprint), used.Fingerprint);
        wanted.Parameters.Add("status", stored.Status);
        wanted.Parameters.Add("answer", stored.Body);
        wanted.Parameters.Add("keyTime", clock.GetUtcNow().UtcDateTime);
        return stored;
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
        var row = await open.RollBackAndReadAsync<StoredResponse>(Lookup, used);
        return row is null ? (Result<IdempotentResponse<TAnswer>>?)null : Replay<TAnswer>(row, used);
    }

    private Result<IdempotentResponse<TAnswer>> Replay<TAnswer>(StoredResponse row, UsedKey used)
        where TAnswer : class
    {
        position.Report(row.Position);
        return row.Fingerprint.AsSpan().SequenceEqual(used.Fingerprint)
            ? new IdempotentResponse<TAnswer>(row.Status, row.Answer, IsRepeat: true)
            : Problems.IdempotencyKeyReused;
    }

    private static StoredResponse Read(DbDataReader row) => new((byte[])row.GetValue(0), row.GetInt16(1), (byte[])row.GetValue(2), row.IsDBNull(3) ? null : row.GetString(3));

    private sealed record UsedKey(long KeyAccount, string Key, byte[] Fingerprint);

    private sealed record StoredResponse(byte[] Fingerprint, short Status, byte[] Answer, string? Position);
}

/// <summary>A write as data, so that it can travel in one batch with its key.</summary>
/// <param name="Sql">The statements, each with a semicolon at its end. The server stops at the first that fails.</param>
/// <param name="Parameters">Parameters of the statements.</param>
/// <param name="Answer">The response after the commit.</param>
/// <param name="Problem">Translates a statement's exception into an error, or into <see cref="PrimaryTransaction.Conflict"/> to run again; null where it is a fault.</param>
/// <param name="LocksSharedRow">Whether writes of other accounts wait for a row of it; see <see cref="OpenTransaction.CommitAsync(string, object, bool)"/>.</param>
/// <param name="IsGrouped">Whether it may share its transaction with others; its parameters are then added by name. See <see cref="GroupCommit"/>.</param>
public sealed record KeyedWrite<TAnswer>(
    string Sql, DynamicParameters Parameters, TAnswer Answer, Func<MySqlException, Problem?> Problem, bool LocksSharedRow = false, bool IsGrouped = false)
    where TAnswer : class;
