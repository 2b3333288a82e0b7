using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>One post. Anonymous access. Read from a replica. Returns 200. Errors: 404 <c>no-such-post</c>.</summary>
public static class ShowPost
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Post>, Problem>> Handle(long postId, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        var found = await cache.GetAsync(key: null, seen, (database, ask) => FindAsync(database, postId, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<Post>> FindAsync(ReadContext database, long postId, CancellationToken cancellation)
    {
        var sql = $"SELECT {PostRow.Columns} FROM posts post WHERE post.id = @postId";
        var page = await PostPages.FindAsync(database, sql, new { postId }, limit: 1, cancellation);
        return page.Items is [var post] ? post : FeedProblems.NoSuchPost;
    }
}
