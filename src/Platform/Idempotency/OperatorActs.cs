using System.Text.Json;
using Dapper;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Idempotency;

/// <summary>
/// What operators do to the sale, and to what fans say. Each act is one transaction on the primary, with a record in it of who did what, and what
/// it was before and after: there is no act without its record, nor a record without its act.
/// </summary>
public sealed class OperatorActs(
    Databases databases, CommitPosition written, Deadline deadline, AccountConsistencyTokens seen, CacheInvalidation evictions, TimeProvider clock, IOptions<JsonOptions> json)
{
    /// <summary>Does an act, or refuses it and changes nothing.</summary>
    /// <param name="account">The operator.</param>
    /// <param name="name">What the record calls the act; never changed.</param>
    /// <param name="act">The act's statements, inside the transaction; a refusal undoes them.</param>
    /// <param name="refusal">What an error of a statement means; null where it is a fault.</param>
    /// <param name="cancellation">Gives up, before the act begins.</param>
    /// <exception cref="MySqlException">The primary is away, and nothing took place.</exception>
    /// <exception cref="OutcomeUnknownException">The primary broke off while it was to commit.</exception>
    public async Task<Result<T>> DoAsync<T>(
        CurrentAccount account, string name, Func<LeasedConnection, Task<Result<OperatorAct<T>>>> act,
        Func<MySqlException, Problem?> refusal, CancellationToken cancellation)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(account);
        ArgumentNullException.ThrowIfNull(act);
        ArgumentNullException.ThrowIfNull(refusal);
        for (var attempt = 1; attempt <= Transactions.Attempts; attempt++)
        {
            await using var connection = await databases.OpenPrimaryAsync(cancellation);
            try
            {
                await connection.ExecuteAsync(new(Transactions.HangUp + Transactions.Begin, cancellationToken: cancellation));
                var outcome = await act(connection);
                if (outcome.Value is not { } done)
                {
                    await connection.ExecuteAsync(Transactions.Undo);
                    return outcome.Refusal!;
                }

                deadline.Token.ThrowIfCancellationRequested(); // Given up before anything lasts: nothing took place.
                await CommitAsync(connection, account, name, done);
                return done.After;
            }
            catch (MySqlException error) when (error.IsDeadlock())
            {
                // The server has undone everything; once more from the start.
            }
            catch (MySqlException error) when (error.IsLockWaitOver() || refusal(error) is not null)
            {
                await connection.ExecuteAsync(Transactions.Undo);
                return refusal(error) ?? Problems.Busy;
            }
        }

        return Problems.Busy;
    }

    private async Task CommitAsync<T>(LeasedConnection connection, CurrentAccount account, string name, OperatorAct<T> done)
        where T : class
    {
        var now = clock.GetUtcNow().UtcDateTime;
        var before = done.Before is null ? null : Json(done.Before);
        var parameters = new DynamicParameters(new { account.Id, name, done.GameId, before, after = Json(done.After), now });
        var sql = "INSERT INTO operator_acts (account_id, act, game_id, state_before, state_after, acted_at) VALUES (@Id, @name, @GameId, @before, @after, @now); "
            + (done.Message is null ? "" : OutboxWriter.Publish(parameters, done.GameId is { } game ? $"game:{game}" : name, done.Message, now))
            + written.Commit;
        string? place;
        try
        {
            place = await connection.ExecuteScalarAsync<string?>(new(sql, parameters, cancellationToken: deadline.Token));
        }
        catch (Exception error) when (error.LeavesOutcomeOpen())
        {
            throw new OutcomeUnknownException(error);
        }

        written.Report(place);
        await TellOthersAsync(account, place ?? "", done.Message);
    }

    private async Task TellOthersAsync(CurrentAccount account, string place, IOutboxMessage? message)
    {
        try
        {
            await seen.RememberAsync(account.Id, place);
            if (message is AnswersChanged changed)
                await evictions.EvictAsync(changed.Tags, place);
        }
        catch (RedisUnavailableException)
        {
            // The operator's own answer says it, too; the others are told by the outbox.
        }
    }

    private string Json(object state) => JsonSerializer.Serialize(state, json.Value.SerializerOptions);
}

/// <summary>An operator's act as it is to be recorded.</summary>
/// <param name="GameId">The game it is about; null where it is about none.</param>
/// <param name="Before">What it was before; null where there was nothing.</param>
/// <param name="After">What it is now; the operator's answer, too.</param>
/// <param name="Message">What others are told of it, in the order of the game's acts, or of the acts of this name where there is no game; null for nothing.</param>
public sealed record OperatorAct<T>(long? GameId, T? Before, T After, IOutboxMessage? Message)
    where T : class;

/// <summary>Routes for operators.</summary>
internal static class OperatorRoutes
{
    /// <summary>Refuses everybody else: 401 <c>not-signed-in</c>, or 403 <c>not-allowed</c> for a fan.</summary>
    public static RouteGroupBuilder RequireOperator(this RouteGroupBuilder group) =>
        group.RequireAuthorization(policy => policy.RequireRole(CurrentAccount.OperatorRole));
}
