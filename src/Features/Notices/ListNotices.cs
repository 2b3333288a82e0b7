using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Notices;

/// <summary>
/// What the signed-in account was told, newest first, and how much of it is unread. Read from the primary, so a new row is visible immediately. A page begins after the
/// last row of the previous page. 200, or 400 <c>invalid</c> for an invalid limit or cursor.
/// </summary>
public static class ListNotices
{
    /// <summary>A notice.</summary>
    /// <param name="NoticeId">Its id; ids ascend with time.</param>
    /// <param name="Kind">Of what kind it is, such as <c>reservation-confirmed</c>.</param>
    /// <param name="Title">Its first line, Korean.</param>
    /// <param name="Text">What it says, Korean.</param>
    /// <param name="AboutId">What it is about, by its kind: a reservation, a game, an event, a coupon, a hold, or the account.</param>
    /// <param name="CreatedAt">When it was written, UTC.</param>
    /// <param name="ReadAt">When the fan read it, UTC; null where they haven't.</param>
    public sealed record NoticeItem(long NoticeId, string Kind, string Title, string Text, long AboutId, DateTime CreatedAt, DateTime? ReadAt);

    /// <summary>A page of them.</summary>
    /// <param name="Items">The notices of this page.</param>
    /// <param name="Next">Send it as <c>after</c> for the next page; null on the last one.</param>
    /// <param name="Unread">How many the account hasn't read, of all pages.</param>
    public sealed record NoticePage(IReadOnlyList<NoticeItem> Items, string? Next, long Unread);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<NoticePage>, Problem>> Handle(
        string? after, int? limit, CurrentAccount account, Databases databases, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, limit, out var from) is { } refusal)
            return refusal;

        var length = limit ?? Cursor.DefaultLimit;
        var sql = """
            SELECT COUNT(*) FROM notices FORCE INDEX (unread_of_account) WHERE account_id = @Id AND read_at IS NULL;
            SELECT id AS NoticeId, kind AS Kind, detail AS Detail, about_id AS AboutId, created_at AS CreatedAt, read_at AS ReadAt
            FROM notices FORCE INDEX (newest_of_account) WHERE account_id = @Id
            """
            + (from is null ? "" : " AND id < @LastId")
            + " ORDER BY id DESC LIMIT @rows";
        var parameters = new { account.Id, LastId = from?.Id, rows = length + 1 };
        var (unread, rows) = await databases.QueryPrimaryAsync(async primary =>
        {
            await using var answers = await primary.QueryMultipleAsync(new(sql, parameters, cancellationToken: cancellation));
            return (await answers.ReadSingleAsync<long>(), await answers.ReadAsync<Row>());
        }, cancellation);
        List<NoticeItem> found = [.. rows.Select(ItemOf)];
        var page = Page.Of(found, length, notice => Cursor.At(notice.CreatedAt, notice.NoticeId));
        return TypedResults.Ok(new NoticePage(page.Items, page.Next, unread));
    }

    private static NoticeItem ItemOf(Row row)
    {
        var (title, text) = NoticeKinds.WordsOf(row.Kind, row.Detail);
        return new(row.NoticeId, row.Kind, title, text, row.AboutId, row.CreatedAt.Utc(), row.ReadAt?.Utc());
    }

    private sealed record Row(long NoticeId, string Kind, string Detail, long AboutId, DateTime CreatedAt, DateTime? ReadAt);
}
