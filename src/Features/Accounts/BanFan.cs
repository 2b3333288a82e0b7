using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Accounts;

/// <summary>
/// Bans a fan: this replica revokes the fan's sessions immediately and all others within seconds, and the fan can't sign in until the ban is lifted. Reservations and orders
/// remain. Operators only; operators can't be banned. Returns 204, also if the fan was already banned. Errors: 400 <c>invalid</c>, 403 <c>not-allowed</c> for another operator,
/// 404 <c>no-such-fan</c>.
/// </summary>
public static class BanFan
{
    private const int LongestReason = 500;

    private const string Ban = """
        UPDATE accounts SET banned_at = COALESCE(banned_at, UTC_TIMESTAMP(6)), generation = generation + 1, sessions_ended_at = UTC_TIMESTAMP(6) WHERE id = @accountId
        """;

    /// <summary>The ban.</summary>
    /// <param name="Reason">The reason for the record, 1 to 500 characters.</param>
    /// <example>{"reason":"표를 되팔려고 여러 계정을 썼습니다."}</example>
    public sealed record BanRequest([property: Text(LongestReason)] string Reason);

    /// <summary>The state of a fan in the record of operator acts.</summary>
    /// <param name="AccountId">The fan's account.</param>
    /// <param name="IsBanned">Whether the account is banned.</param>
    /// <param name="Reason">The reason; null if this act gave none.</param>
    public sealed record FanState(long AccountId, bool IsBanned, string? Reason = null);

    /// <summary>An account row locked against concurrent changes.</summary>
    internal sealed class Locked
    {
        private const string Find = "SELECT CAST(is_admin AS SIGNED) AS Admin, banned_at AS BannedAt, generation AS Generation FROM accounts WHERE id = @accountId FOR UPDATE";

        /// <summary>1 for an operator, otherwise 0.</summary>
        public long Admin { get; init; }

        /// <summary>Time of the ban, UTC; null if the fan is not banned.</summary>
        public DateTime? BannedAt { get; init; }

        /// <summary>The security stamp of the account's sessions.</summary>
        public int Generation { get; init; }

        /// <summary>Finds and locks a fan, or returns the error.</summary>
        public static async Task<Result<Locked>> FindAsync(LeasedConnection connection, long accountId)
        {
            if (await connection.QuerySingleOrDefaultAsync<Locked>(Find, new { accountId }) is not { } found)
                return AccountsProblems.NoSuchFan;
            return found.Admin == 0 ? found : Problems.NotAllowed;
        }
    }

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long accountId, BanRequest request, CurrentAccount account, OperatorActs acts, RevokedSessions ended, CancellationToken cancellation)
    {
        var generation = 0;
        var banned = await acts.DoAsync(account, "ban-fan", BanAsync, _ => null, cancellation);
        if (banned.Problem is { } problem)
            return problem;
        ended.Add(accountId, generation);
        return TypedResults.NoContent();

        async Task<Result<OperatorAct<FanState>>> BanAsync(LeasedConnection connection)
        {
            var found = await Locked.FindAsync(connection, accountId);
            if (found.Value is not { } before)
                return found.Problem!;
            await connection.ExecuteAsync(Ban, new { accountId });
            generation = before.Generation + 1;
            return new OperatorAct<FanState>(GameId: null, new(accountId, before.BannedAt is not null), new(accountId, IsBanned: true, request.Reason), Message: null);
        }
    }
}
