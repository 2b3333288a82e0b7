using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>
/// Adds the signed-in account's like to a post; repeats change nothing. The like and the post's count change in one transaction.
/// Returns 204, also if already liked. Errors: 404 <c>no-such-post</c>, 503 <c>busy</c>.
/// </summary>
public static class LikePost
{
    /// <summary>
    /// The count comes first, because the lock order is post before its rows. Without a post the like lacks its parent, and a
    /// duplicate like violates the key: the server stops there, and the count is rolled back.
    /// </summary>
    private const string Like = "UPDATE posts SET likes = likes + 1 WHERE id = @postId; INSERT INTO post_likes (post_id, account_id, liked_at) VALUES (IF(ROW_COUNT() = 1, @postId, 0), @accountId, @now); ";

    /// <summary>Already liked; treated as a success.</summary>
    private static readonly Problem Already = Problems.Busy with { Detail = "This account already likes the post." };

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, CurrentAccount account, FeedChanges changes, TimeProvider clock, CancellationToken cancellation)
    {
        var parameters = new DynamicParameters(new { postId, accountId = account.Id, now = clock.GetUtcNow().UtcDateTime.Microseconds() });
        var sent = await changes.SendAsync(account, (postId, FeedChanges.Shows.ThePost), Like, parameters, ProblemOf, cancellation);
        return sent.Problem is { } problem && problem != Already ? problem : TypedResults.NoContent();
    }

    private static Problem? ProblemOf(MySqlException error) => error switch
    {
        _ when error.IsDuplicateKey() => Already,
        _ when error.HasNoParent() => FeedProblems.NoSuchPost,
        _ => null,
    };
}
