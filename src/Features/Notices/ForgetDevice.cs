using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Notices;

/// <summary>
/// Removes a device of the signed-in account: it gets no push notices until the fan signs in with it again. Returns 204. Errors:
/// 404 <c>no-such-device</c> (also for another account's, and on a repeat), 503 <c>busy</c>.
/// </summary>
public static class ForgetDevice
{
    private const string Sql = "DELETE FROM devices WHERE id = @deviceId AND account_id = @accountId; ";

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long deviceId, CurrentAccount account, PrimaryTransaction transaction, CancellationToken cancellation)
    {
        var deleted = await transaction.RunAsync(Sql, new { deviceId, accountId = account.Id }, _ => null, cancellation);
        if (deleted.Value is not { } done)
            return deleted.Problem!;
        return done.Rows == 1 ? TypedResults.NoContent() : NoticesProblems.NoSuchDevice;
    }
}
