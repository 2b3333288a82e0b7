using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>Whose a post is: its author alone may change it, which every statement that does says by itself.</summary>
internal static class PostOwner
{
    /// <summary>
    /// Why somebody can't change a post: it isn't there, or isn't theirs; null where they can. It only makes the refusal friendlier, and spares
    /// everybody the word of a change that is none.
    /// </summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public static async Task<Problem?> ErrorOfAsync(Databases databases, long postId, CurrentAccount account, CancellationToken cancellation)
    {
        var author = await databases.QueryPrimaryAsync(
            primary => primary.ExecuteScalarAsync<long?>(new("SELECT account_id FROM posts WHERE id = @postId", new { postId }, cancellationToken: cancellation)), cancellation);
        if (author is null)
            return FeedProblems.NoSuchPost;
        return author == account.Id ? null : Problems.NotAllowed;
    }
}
