using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// A fan's posts, newest first; see <see cref="Post"/>. Anonymous access; empty for an unknown fan. Read from a replica. Returns
/// 200. Errors: 400 <c>invalid</c> for an invalid limit or cursor.
/// </summary>
public static class PostsOfFan
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<Post>>, Problem>> Handle(
        long fanId, string? after, [Limit] int? limit, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var page = await cache.GetAsync(key: null, seen, (database, ask) => FindAsync(database, fanId, from, length, ask), cancellation);
        return page.Value is { } answer ? answer : page.Problem!;
    }

    private static async Task<Result<Page<Post>>> FindAsync(ReadContext database, long fanId, Cursor? from, int length, CancellationToken cancellation)
    {
        var sql = $"SELECT {PostRow.Columns} FROM posts post FORCE INDEX (newest_of_account) WHERE post.account_id = @fanId "
            + (from is null ? "" : "AND (post.posted_at < @Time OR (post.posted_at = @Time AND post.id < @LastId)) ")
            + "ORDER BY post.posted_at DESC, post.id DESC LIMIT @rows";
        return await PostPages.FindAsync(database, sql, new { fanId, from?.Time, LastId = from?.Id, rows = length + 1 }, length, cancellation);
    }
}
