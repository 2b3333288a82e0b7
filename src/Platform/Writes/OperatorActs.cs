using System.Text.Json;
using Dapper;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Writes;

/// <summary>
/// Acts of operators on the sale and on fans' posts. Each act is one transaction on the primary that includes an audit record: the operator, the act,
/// and the state before and after. Act and record exist only together.
/// </summary>
public sealed class OperatorActs(PrimaryTransaction transaction, ChangeAnnouncements changes, Deadline deadline, TimeProvider clock, IOptions<JsonOptions> json)
{
    /// <summary>Runs an act, or returns an error and changes nothing.</summary>
    /// <param name="account">The operator.</param>
    /// <param name="name">Name of the act in the record; never changed.</param>
    /// <param name="act">The act's statements, inside the transaction; an error rolls them back.</param>
    /// <param name="problem">Translates a statement's exception into an error; null where it is a fault.</param>
    /// <param name="cancellation">Cancels before the act begins.</param>
    /// <exception cref="MySqlException">The primary is unavailable, and nothing was changed.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke during the commit.</exception>
    public async Task<Result<T>> DoAsync<T>(
        CurrentAccount account, string name, Func<LeasedConnection, Task<Result<OperatorAct<T>>>> act,
        Func<MySqlException, Problem?> problem, CancellationToken cancellation)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(account);
        ArgumentNullException.ThrowIfNull(act);
        var position = "";
        var done = await transaction.RunAsync<OperatorAct<T>>(
            async open =>
            {
                var outcome = await act(await open.BeginAsync());
                if (outcome.Value is { } wanted)
                {
                    deadline.Token.ThrowIfCancellationRequested(); // Cancelled before the commit: nothing was changed.
                    await CommitAsync(open, account, name, wanted);
                    position = open.CommitPosition;
                }

                return outcome;
            },
            problem, cancellation);
        if (done.Value is not { } committed)
            return done.Problem!;
        await changes.AnnounceAsync(account.Id, position, committed.Message is AnswersChanged changed ? changed.Tags : []);
        return committed.After;
    }

    private Task CommitAsync<T>(OpenTransaction open, CurrentAccount account, string name, OperatorAct<T> done)
        where T : class
    {
        var now = clock.GetUtcNow().UtcDateTime;
        var before = done.Before is null ? null : Json(done.Before);
        var parameters = new DynamicParameters(new { account.Id, name, done.GameId, before, after = Json(done.After), now });
        const string Record = """
            INSERT INTO operator_acts (account_id, act, game_id, state_before, state_after, acted_at) VALUES (@Id, @name, @GameId, @before, @after, @now);

            """;
        return open.CommitAsync(
            Record + (done.Message is null ? "" : OutboxWriter.Publish(parameters, done.GameId is { } game ? $"game:{game}" : name, done.Message, now)), parameters);
    }

    private string Json(object state) => JsonSerializer.Serialize(state, json.Value.SerializerOptions);
}

/// <summary>An operator's act and its record.</summary>
/// <param name="GameId">The game of the act; null for an act without a game.</param>
/// <param name="Before">The state before the act; null where there was none.</param>
/// <param name="After">The state after the act; also the response to the operator.</param>
/// <param name="Message">The message to publish, ordered by the game's acts, or by acts of this name where there is no game; null for none.</param>
public sealed record OperatorAct<T>(long? GameId, T? Before, T After, IOutboxMessage? Message)
    where T : class;

/// <summary>Authorization of operator routes.</summary>
internal static class OperatorRoutes
{
    /// <summary>Rejects all other callers: 401 <c>not-signed-in</c>, or 403 <c>not-allowed</c> for a fan.</summary>
    public static RouteGroupBuilder RequireOperator(this RouteGroupBuilder group) =>
        group.RequireAuthorization(policy => policy.RequireRole(CurrentAccount.OperatorRole));
}
