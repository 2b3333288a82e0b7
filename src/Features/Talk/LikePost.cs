using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Talk;

/// <summary>
/// Adds the signed-in account's like to a post; repeats change nothing and succeed. The count is incremented first, which locks
/// the post, then the like is inserted; a duplicate key rolls back the whole batch. Returns 204. Errors: 404 <c>no-such-post</c>,
/// 503 <c>busy</c>.
/// </summary>
public static class LikePost
{
    private const string Sql = """
        UPDATE talk_posts SET likes = likes + 1 WHERE id = @postId;
        INSERT INTO talk_likes (post_id, account_id, liked_at) VALUES (@postId, @accountId, @now);

        """;

    /// <summary>Internal result for an existing like. Never sent to a client.</summary>
    private static readonly Problem LikesItAlready = new(409, "likes-it-already", "");

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, CurrentAccount account, PrimaryTransaction transaction, TimeProvider clock, CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var liked = await transaction.RunAsync(Sql, new { postId, accountId = account.Id, now }, ProblemOf, cancellation);
        return liked.Value is not null || liked.Problem == LikesItAlready ? TypedResults.NoContent() : liked.Problem!;
    }

    private static Problem? ProblemOf(MySqlException error) => error.IsDuplicateKey() ? LikesItAlready : TalkErrors.NoPost(error);
}
