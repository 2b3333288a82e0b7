
namespace Dugout.Features.Notices;

/// <summary>
/// The message that a notice is to be pushed to its fan's devices, written with the notice: the SQL for it, since the notice's id is known only there. Those of one fan are pushed
/// one after the other.
/// </summary>
/// <param name="NoticeId">The notice.</param>
internal sealed record PushWanted(long NoticeId)
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "push";

    /// <summary>The statement for the notice that was written by the one before it, to <c>@noticeFor</c> at <c>@noticeAt</c>.</summary>
    public const string OfLast =
        $$"""{{OutboxWriter.TellEach}}VALUES ('{{Topic}}', CONCAT('account:', @noticeFor), CONCAT('{"noticeId":', LAST_INSERT_ID(), '}'), @noticeAt, 1); """;

    /// <summary>The head of a statement for each of those notices that were written at <c>@now</c>: more conditions may follow.</summary>
    public const string OfEach =
        $$"""{{OutboxWriter.TellEach}}SELECT '{{Topic}}', CONCAT('account:', account_id), CONCAT('{"noticeId":', id, '}'), created_at, 1 FROM notices FORCE INDEX (by_time) WHERE created_at = @now """;
}
