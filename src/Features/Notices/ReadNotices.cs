using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Notices;

/// <summary>
/// Marks all notices of the signed-in account up to one as read; newer ones stay unread. Returns 204, also on repeats. Errors:
/// 503 <c>busy</c>.
/// </summary>
public static class ReadNotices
{
    private const string Sql = """
        UPDATE notices FORCE INDEX (unread_of_account) SET read_at = @now WHERE account_id = @accountId AND read_at IS NULL AND id <= @UpTo;

        """;

    /// <summary>The notices to mark.</summary>
    /// <param name="UpTo">Id of the newest notice to mark; notices with higher ids stay unchanged.</param>
    /// <example>{"upTo":3162277660172001}</example>
    public sealed record ReadRequest(long UpTo);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(ReadRequest request, CurrentAccount account, PrimaryTransaction transaction, TimeProvider clock, CancellationToken cancellation)
    {
        var values = new { request.UpTo, accountId = account.Id, now = clock.GetUtcNow().UtcDateTime.Microseconds() };
        var read = await transaction.RunAsync(Sql, values, _ => null, cancellation);
        return read.Problem is { } problem ? problem : TypedResults.NoContent();
    }
}
