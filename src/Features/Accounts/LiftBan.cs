using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Accounts;

/// <summary>
/// Lifts a fan's ban; revoked sessions stay revoked. Operators only. Returns 204, also if the fan was not banned. Errors: 403 <c>not-allowed</c> for another operator,
/// 404 <c>no-such-fan</c>.
/// </summary>
public static class LiftBan
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long accountId, CurrentAccount account, OperatorActs acts, CancellationToken cancellation)
    {
        var lifted = await acts.DoAsync(account, "lift-ban", connection => LiftAsync(connection, accountId), _ => null, cancellation);
        return lifted.Value is not null ? TypedResults.NoContent() : lifted.Problem!;
    }

    private static async Task<Result<OperatorAct<BanFan.FanState>>> LiftAsync(LeasedConnection connection, long accountId)
    {
        var found = await BanFan.Locked.FindAsync(connection, accountId);
        if (found.Value is not { } before)
            return found.Problem!;
        await connection.ExecuteAsync("UPDATE accounts SET banned_at = NULL WHERE id = @accountId", new { accountId });
        return new OperatorAct<BanFan.FanState>(GameId: null, new(accountId, before.BannedAt is not null), new(accountId, IsBanned: false), Message: null);
    }
}
