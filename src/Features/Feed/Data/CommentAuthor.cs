using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>Ownership of comments: only the author may delete a comment.</summary>
internal static class CommentAuthor
{
    /// <summary>The error if a delete found no comment of the account.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public static async Task<Problem> WhyNotAsync(Databases databases, long postId, long commentId, CancellationToken cancellation)
    {
        const string Sql = "SELECT COUNT(*) FROM post_comments WHERE id = @commentId AND post_id = @postId";
        var there = await databases.QueryPrimaryAsync(
            primary => primary.ExecuteScalarAsync<long>(new(Sql, new { commentId, postId }, cancellationToken: cancellation)), cancellation);
        return there > 0 ? Problems.NotAllowed : FeedProblems.NoSuchComment;
    }
}
