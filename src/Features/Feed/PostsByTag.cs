using System.ComponentModel;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// The posts with a tag, newest first; see <see cref="Post"/>. Case-insensitive. Anonymous access. Read from a replica. Returns
/// 200. Errors: 400 <c>invalid</c> for an invalid limit, cursor or tag.
/// </summary>
public static class PostsByTag
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<Post>>, Problem>> Handle(
        [Description("The tag: letters, digits and underscores; letter case does not matter."), Characters(1, Tags.MaxLength)] string tag,
        string? after, [Limit] int? limit, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (Tags.Of(tag) is not { } word)
            return Problem.InvalidField("tag", Tags.Rule);
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var page = await cache.GetAsync(key: null, seen, (database, ask) => FindAsync(database, word, from, length, ask), cancellation);
        return page.Value is { } answer ? answer : page.Problem!;
    }

    private static async Task<Result<Page<Post>>> FindAsync(ReadContext database, string tag, Cursor? from, int length, CancellationToken cancellation)
    {
        var sql = $"SELECT {PostRow.Columns} FROM post_tags tagged FORCE INDEX (newest_of_tag) JOIN posts post ON post.id = tagged.post_id WHERE tagged.tag = @tag "
            + (from is null ? "" : "AND (tagged.posted_at < @Time OR (tagged.posted_at = @Time AND tagged.post_id < @LastId)) ")
            + "ORDER BY tagged.posted_at DESC, tagged.post_id DESC LIMIT @rows";
        return await PostPages.FindAsync(database, sql, new { tag, from?.Time, LastId = from?.Id, rows = length + 1 }, length, cancellation);
    }
}
