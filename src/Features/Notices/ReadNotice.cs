using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Notices;

/// <summary>
/// Marks a notice of the signed-in account as read; the first time stays. Returns 204, also on repeats. Errors: 404
/// <c>no-such-notice</c> (also for another account's), 503 <c>busy</c>.
/// </summary>
public static class ReadNotice
{
    private const string Sql = "UPDATE notices FORCE INDEX (PRIMARY) SET read_at = COALESCE(read_at, @now) WHERE id = @noticeId AND account_id = @accountId; ";

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long noticeId, CurrentAccount account, PrimaryTransaction transaction, TimeProvider clock, CancellationToken cancellation)
    {
        var values = new { noticeId, accountId = account.Id, now = clock.GetUtcNow().UtcDateTime.Microseconds() };
        var read = await transaction.RunAsync(Sql, values, _ => null, cancellation);
        if (read.Value is not { } done)
            return read.Problem!;
        return done.Rows == 1 ? TypedResults.NoContent() : NoticesProblems.NoSuchNotice;
    }
}
