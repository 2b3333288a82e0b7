using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Notices;

/// <summary>
/// Says that the signed-in account has read all its notices up to one; those that came since the list was shown stay unread. Refused with 503 <c>busy</c>. Otherwise 204, however often.
/// </summary>
public static class ReadNotices
{
    private const string Sql = """
        UPDATE notices FORCE INDEX (unread_of_account) SET read_at = @now WHERE account_id = @accountId AND read_at IS NULL AND id <= @UpTo;

        """;

    /// <summary>Which.</summary>
    /// <param name="UpTo">The newest one's id: whatever has a higher one stays as it is.</param>
    public sealed record ReadRequest(long UpTo);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(ReadRequest request, CurrentAccount account, Writes writes, TimeProvider clock, CancellationToken cancellation)
    {
        var values = new { request.UpTo, accountId = account.Id, now = clock.GetUtcNow().UtcDateTime.Microseconds() };
        var read = await writes.RunAsync(Sql, values, _ => null, cancellation);
        return read.Refusal is { } refusal ? refusal : TypedResults.NoContent();
    }
}
