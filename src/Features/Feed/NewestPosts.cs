using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Feed;

/// <summary>
/// Knows which posts a cached page of the guest feed may show; a like of an older post invalidates nothing. It covers twice the
/// posts of the longest page, because its data may be a second old and posts may have been deleted since: only after a hundred
/// deletions could a page show a post it does not cover.
/// </summary>
public sealed class NewestPosts(Reads reads, TimeProvider clock)
{
    private const int Most = 2 * Cursor.MaxLimit;

    private readonly RefreshAheadCache<int, Place> _lowest = new(most => QueryAsync(reads, most), clock);

    /// <summary>Whether a page may show the post; true if the primary is unavailable.</summary>
    public async Task<bool> MayShowAsync(long postId, CancellationToken cancellation)
    {
        try
        {
            // Ids ascend with time, so a newer post has a higher id.
            return await _lowest.GetAsync(Most, cancellation) is not { } lowest || postId >= lowest.Id;
        }
        catch (Exception error) when (error.IsOfTheDatabase())
        {
            return true;
        }
    }

    private static async Task<Place?> QueryAsync(Reads reads, int most)
    {
        var lowest = await reads.QueryPrimaryAsync(
            database => database.Set<PostRow>().OrderByDescending(post => post.PostedAt).ThenByDescending(post => post.Id).Take(most).MinAsync(post => (long?)post.Id),
            CancellationToken.None);
        return lowest is { } id ? new(id) : null;
    }

    /// <summary>The lowest id among the newest posts.</summary>
    private sealed record Place(long Id);
}
