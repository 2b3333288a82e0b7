using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>
/// The signed-in account likes a post, once however often it says so: the like and the post's count change in one transaction. 204, also where it did
/// already, 404 <c>no-such-post</c>, 503 <c>busy</c>.
/// </summary>
public static class LikePost
{
    /// <summary>
    /// The count first, so that everybody locks the post before what belongs to it. Where there is no post the like belongs to none, and where
    /// there is a like the key has it: the server stops there, and the count is undone.
    /// </summary>
    private const string Like = "UPDATE posts SET likes = likes + 1 WHERE id = @postId; INSERT INTO post_likes (post_id, account_id, liked_at) VALUES (IF(ROW_COUNT() = 1, @postId, 0), @accountId, @now); ";

    /// <summary>They like it already: as good as done.</summary>
    private static readonly Problem Already = Problems.Busy with { Detail = "This account likes the post already." };

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, CurrentAccount account, FeedChanges changes, TimeProvider clock, CancellationToken cancellation)
    {
        var parameters = new DynamicParameters(new { postId, accountId = account.Id, now = clock.GetUtcNow().UtcDateTime.Microseconds() });
        var sent = await changes.SendAsync(account, (postId, FeedChanges.Shows.ThePost), Like, parameters, Refusal, cancellation);
        return sent.Refusal is { } refusal && refusal != Already ? refusal : TypedResults.NoContent();
    }

    private static Problem? Refusal(MySqlException error) => error switch
    {
        _ when error.IsDuplicateKey() => Already,
        _ when error.HasNoParent() => FeedProblems.NoSuchPost,
        _ => null,
    };
}
