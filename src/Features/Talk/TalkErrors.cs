using MySqlConnector;

namespace Dugout.Features.Talk;

/// <summary>Finds the error after a change affected no row: the target does not exist or belongs to another account. Read from the primary.</summary>
public sealed class TalkErrors(Databases databases)
{
    /// <summary>The error for a missing parent post; null for any other database error.</summary>
    internal static Problem? NoPost(MySqlException error) => error.HasNoParent() ? TalkProblems.NoSuchPost : null;

    /// <summary>The error for a post.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<Problem> OfPostAsync(long postId, CancellationToken cancellation)
    {
        var isThere = await databases.QueryPrimaryAsync(primary => primary.ExecuteScalarAsync<long?>(new(
            "SELECT id FROM talk_posts WHERE id = @postId", new { postId }, cancellationToken: cancellation)), cancellation);
        return isThere is null ? TalkProblems.NoSuchPost : Problems.NotAllowed;
    }

    /// <summary>The error for a comment.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<Problem> OfCommentAsync(long postId, long commentId, CancellationToken cancellation)
    {
        var isThere = await databases.QueryPrimaryAsync(primary => primary.ExecuteScalarAsync<long?>(new(
            "SELECT id FROM talk_comments WHERE id = @commentId AND post_id = @postId", new { postId, commentId }, cancellationToken: cancellation)), cancellation);
        return isThere is null ? TalkProblems.NoSuchComment : Problems.NotAllowed;
    }
}
