using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Notices;

/// <summary>
/// The signed-in account's notices, newest first, with the number of unread ones. Read from the primary, so a new notice is
/// visible immediately. A page begins after the last row of the previous page. Returns 200. Errors: 400 <c>invalid</c> for an
/// invalid limit or cursor.
/// </summary>
public static class ListNotices
{
    /// <summary>A notice.</summary>
    /// <param name="NoticeId">Its id; ids ascend with time.</param>
    /// <param name="Kind">Its kind, such as <c>reservation-confirmed</c>.</param>
    /// <param name="Title">Its Korean title.</param>
    /// <param name="Text">Its Korean text.</param>
    /// <param name="AboutId">Id of its subject, depending on the kind: a reservation, a game, an event, a coupon, a hold, or the account.</param>
    /// <param name="CreatedAt">Time it was written, UTC.</param>
    /// <param name="ReadAt">Time it was read, UTC; null if unread.</param>
    /// <example>{"noticeId":3162277660172001,"kind":"reservation-confirmed","title":"예매가 완료되었어요","text":"예매번호 D0B3C13249D90BB, 예매가 완료되었습니다.","aboutId":3162277660168379,"createdAt":"2027-03-25T02:00:03Z","readAt":null}</example>
    public sealed record NoticeItem(long NoticeId, string Kind, string Title, string Text, long AboutId, DateTime CreatedAt, DateTime? ReadAt);

    /// <summary>A page of notices.</summary>
    /// <param name="Items">The notices of this page.</param>
    /// <param name="Next">The cursor for <c>after</c> of the next page; null on the last page.</param>
    /// <param name="Unread">Number of unread notices on all pages.</param>
    /// <example>{"items":[{"noticeId":3162277660172001,"kind":"reservation-confirmed","title":"예매가 완료되었어요","text":"예매번호 D0B3C13249D90BB, 예매가 완료되었습니다.","aboutId":3162277660168379,"createdAt":"2027-03-25T02:00:03Z","readAt":null}],"next":null,"unread":1}</example>
    public sealed record NoticePage(IReadOnlyList<NoticeItem> Items, string? Next, long Unread);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<NoticePage>, Problem>> Handle(
        string? after, [Limit] int? limit, CurrentAccount account, Databases databases, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

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
