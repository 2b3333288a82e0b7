using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Removes a comment as a moderator. Operators only; the record of the act stores its text. Returns 204. Errors: 404
/// <c>no-such-comment</c>.
/// </summary>
public static class RemoveComment
{
    private const string LockPost = "SELECT id FROM talk_posts WHERE id = @postId FOR UPDATE";

    private const string Find = "SELECT id AS CommentId, post_id AS PostId, account_id AS AuthorId, body AS Body FROM talk_comments WHERE id = @commentId AND post_id = @postId FOR UPDATE";

    private const string Remove = """
        DELETE FROM talk_comments WHERE id = @commentId;
        UPDATE talk_posts SET comments = comments - 1 WHERE id = @postId
        """;

    /// <summary>A comment in the record of operator acts.</summary>
    public sealed class ModeratedComment
    {
        /// <summary>The comment.</summary>
        public long CommentId { get; init; }

        /// <summary>The post.</summary>
        public long PostId { get; init; }

        /// <summary>The author's account.</summary>
        public long AuthorId { get; init; }

        /// <summary>Its text; null after the removal.</summary>
        public string? Body { get; init; }
    }

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, long commentId, CurrentAccount account, OperatorActs acts, CancellationToken cancellation)
    {
        var removed = await acts.DoAsync(account, "remove-talk-comment", connection => RemoveAsync(connection, postId, commentId), _ => null, cancellation);
        return removed.Value is not null ? TypedResults.NoContent() : removed.Problem!;
    }

    private static async Task<Result<OperatorAct<ModeratedComment>>> RemoveAsync(LeasedConnection connection, long postId, long commentId)
    {
        // Lock the post first, the lock order of all changes to a post.
        await connection.ExecuteScalarAsync<long?>(LockPost, new { postId });
        if (await connection.QuerySingleOrDefaultAsync<ModeratedComment>(Find, new { postId, commentId }) is not { } before)
            return TalkProblems.NoSuchComment;
        await connection.ExecuteAsync(Remove, new { postId, commentId });
        return new OperatorAct<ModeratedComment>(
            GameId: null, before, new() { CommentId = commentId, PostId = postId, AuthorId = before.AuthorId }, Message: null);
    }
}
