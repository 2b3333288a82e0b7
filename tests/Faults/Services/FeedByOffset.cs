using Dugout.Features.Feed;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Faults.Services;

/// <summary>
/// The guest feed in pages by offset instead of <see cref="GuestFeed"/>: a page begins after as many posts as the pages before it had. The deeper it
/// lies, the more rows are read; and a post that is written meanwhile moves another one onto two pages.
/// </summary>
internal static class FeedByOffset
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<Post>>, Problem>> Handle(
        string? after, int? limit, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } refusal)
            return refusal;

        var length = limit ?? Cursor.DefaultLimit;
        var key = from is null ? FeedResponses.First(length) : null;
        var page = await cache.GetAsync(key, seen, (database, ask) => FindAsync(database, from?.Key ?? 0, length, ask), cancellation);
        return page.Value is { } answer ? answer : page.Problem!;
    }

    private static async Task<Result<Page<Post>>> FindAsync(ReadContext database, long offset, int length, CancellationToken cancellation)
    {
        var sql = $"SELECT {PostRow.Columns} FROM posts post FORCE INDEX (newest) ORDER BY post.posted_at DESC, post.id DESC LIMIT @rows OFFSET @offset";
        var page = await PostPages.FindAsync(database, sql, new { rows = length + 1, offset }, length, cancellation);
        return page.Next is null ? page : page with { Next = new Cursor(offset + length, Id: 0).ToString() };
    }
}
