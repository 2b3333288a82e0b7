
namespace Dugout.Features.Feed;

/// <summary>
/// Knows which posts a cached page of the guest feed may show; a like of an older post invalidates nothing. It covers twice the
/// posts of the longest page, because its data may be a second old and posts may have been deleted since: only after a hundred
/// deletions could a page show a post it does not cover.
/// </summary>
public sealed class NewestPosts(Databases databases, TimeProvider clock)
{
    private const int Most = 2 * Cursor.MaxLimit;

    private readonly RefreshAheadCache<int, Place> _lowest = new(most => QueryAsync(databases, most), clock);

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

    private static async Task<Place?> QueryAsync(Databases databases, int most)
    {
        const string Sql = "SELECT MIN(newest.id) FROM (SELECT id FROM posts ORDER BY posted_at DESC, id DESC LIMIT @most) newest";
        var lowest = await databases.QueryPrimaryAsync(primary => primary.ExecuteScalarAsync<long?>(Sql, new { most }), CancellationToken.None);
        return lowest is { } id ? new(id) : null;
    }

    /// <summary>The lowest id among the newest posts.</summary>
    private sealed record Place(long Id);
}
