using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Features.Talk;

/// <summary>Finds the error after a change affected no row: the target does not exist or belongs to another account. Read from the primary.</summary>
public sealed class TalkErrors(Reads reads)
{
    /// <summary>The error for a missing parent post; null for any other database error.</summary>
    internal static Problem? NoPost(MySqlException error) => error.HasNoParent() ? TalkProblems.NoSuchPost : null;

    /// <summary>The error for a post.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<Problem> OfPostAsync(long postId, CancellationToken cancellation)
    {
        var isThere = await reads.QueryPrimaryAsync(database => database.Set<TalkPostRow>().AnyAsync(post => post.Id == postId, CancellationToken.None), cancellation);
        return isThere ? Problems.NotAllowed : TalkProblems.NoSuchPost;
    }

    /// <summary>The error for a comment.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<Problem> OfCommentAsync(long postId, long commentId, CancellationToken cancellation)
    {
        var isThere = await reads.QueryPrimaryAsync(
            database => database.Set<TalkCommentRow>().AnyAsync(comment => comment.Id == commentId && comment.PostId == postId, CancellationToken.None), cancellation);
        return isThere ? Problems.NotAllowed : TalkProblems.NoSuchComment;
    }
}
