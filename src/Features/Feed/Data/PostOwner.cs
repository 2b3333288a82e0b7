using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>Ownership of posts: only the author may change a post, and every changing statement checks that itself.</summary>
internal static class PostOwner
{
    /// <summary>
    /// The error if the account can't change the post: it does not exist or belongs to another account; null if it can. This
    /// check only improves the error and avoids needless invalidations.
    /// </summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public static async Task<Problem?> ErrorOfAsync(Reads reads, long postId, CurrentAccount account, CancellationToken cancellation)
    {
        var author = await reads.QueryPrimaryAsync(
            database => database.Set<PostRow>().Where(post => post.Id == postId).Select(post => (long?)post.AccountId).SingleOrDefaultAsync(CancellationToken.None), cancellation);
        if (author is null)
            return FeedProblems.NoSuchPost;
        return author == account.Id ? null : Problems.NotAllowed;
    }
}
