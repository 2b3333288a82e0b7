
namespace Dugout.Features.Notices;

/// <summary>
/// The outbox message that requests the push of a notice to its account's devices. It is written by SQL in the notice's
/// transaction, because the notice's id is known only there. Messages of one account are delivered in order.
/// </summary>
/// <param name="NoticeId">The notice.</param>
internal sealed record PushWanted(long NoticeId)
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "push";

    /// <summary>Inserts the message for the notice that the previous statement wrote, for <c>@noticeFor</c> at <c>@noticeAt</c>.</summary>
    public const string OfLast =
        $$"""{{OutboxWriter.TellEach}}VALUES ('{{Topic}}', CONCAT('account:', @noticeFor), CONCAT('{"noticeId":', LAST_INSERT_ID(), '}'), @noticeAt, 1); """;

    /// <summary>The beginning of an insert for all notices that the batch <c>@batch</c> wrote at <c>@now</c>; more conditions may follow.</summary>
    public const string OfEach =
        $$"""{{OutboxWriter.TellEach}}SELECT '{{Topic}}', CONCAT('account:', account_id), CONCAT('{"noticeId":', id, '}'), created_at, 1 FROM notices FORCE INDEX (by_time) WHERE created_at = @now AND batch = @batch """;
}
