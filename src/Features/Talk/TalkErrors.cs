using MySqlConnector;

namespace Dugout.Features.Talk;

/// <summary>Says why a fan's change found nothing to change: what it was for isn't there, or isn't theirs. Asked of the primary, after the change has done nothing.</summary>
public sealed class TalkErrors(Databases databases)
{
    /// <summary>What it means that a row belongs to no post; null for any other error.</summary>
    internal static Problem? NoPost(MySqlException error) => error.HasNoParent() ? TalkProblems.NoSuchPost : null;

    /// <summary>Of a post.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<Problem> OfPostAsync(long postId, CancellationToken cancellation)
    {
        var isThere = await databases.QueryPrimaryAsync(primary => primary.ExecuteScalarAsync<long?>(new(
            "SELECT id FROM talk_posts WHERE id = @postId", new { postId }, cancellationToken: cancellation)), cancellation);
        return isThere is null ? TalkProblems.NoSuchPost : Problems.NotAllowed;
    }

    /// <summary>Of a comment.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<Problem> OfCommentAsync(long postId, long commentId, CancellationToken cancellation)
    {
        var isThere = await databases.QueryPrimaryAsync(primary => primary.ExecuteScalarAsync<long?>(new(
            "SELECT id FROM talk_comments WHERE id = @commentId AND post_id = @postId", new { postId, commentId }, cancellationToken: cancellation)), cancellation);
        return isThere is null ? TalkProblems.NoSuchComment : Problems.NotAllowed;
    }
}
