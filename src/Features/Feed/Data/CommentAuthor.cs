using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>Ownership of comments: only the author may delete a comment.</summary>
internal static class CommentAuthor
{
    /// <summary>The error if a delete found no comment of the account.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public static async Task<Problem> WhyNotAsync(Reads reads, long postId, long commentId, CancellationToken cancellation)
    {
        var isThere = await reads.QueryPrimaryAsync(
            database => database.Set<PostCommentRow>().AnyAsync(comment => comment.Id == commentId && comment.PostId == postId, CancellationToken.None), cancellation);
        return isThere ? Problems.NotAllowed : FeedProblems.NoSuchComment;
    }
}
