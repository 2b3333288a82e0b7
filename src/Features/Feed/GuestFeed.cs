using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// All posts, newest first; see <see cref="Post"/>. Anonymous access. The first page is cached and invalidated when a post it may
/// show is written, changed, deleted, liked or commented on; other replicas are at most a second behind. Other pages are read
/// from a replica and begin after the last post of the previous page, so new posts shift nothing. Returns 200. Errors: 400
/// <c>invalid</c> for an invalid limit or cursor.
/// </summary>
public static class GuestFeed
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<Post>>, Problem>> Handle(
        string? after, [Limit] int? limit, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var key = from is null ? FeedResponses.First(length) : null;
        var page = await cache.GetAsync(key, seen, (database, ask) => FindAsync(database, from, length, ask), cancellation);
        return page.Value is { } answer ? answer : page.Problem!;
    }

    private static async Task<Result<Page<Post>>> FindAsync(ReadContext database, Cursor? from, int length, CancellationToken cancellation)
    {
        var sql = $"SELECT {PostRow.Columns} FROM posts post FORCE INDEX (newest) "
            + (from is null ? "" : "WHERE post.posted_at < @Time OR (post.posted_at = @Time AND post.id < @LastId) ")
            + "ORDER BY post.posted_at DESC, post.id DESC LIMIT @rows";
        return await PostPages.FindAsync(database, sql, new { from?.Time, LastId = from?.Id, rows = length + 1 }, length, cancellation);
    }
}
