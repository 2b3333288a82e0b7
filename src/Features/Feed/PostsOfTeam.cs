using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// The posts about a team, newest first; see <see cref="Post"/>. Anonymous access; empty for an unknown team. Read from a
/// replica. Returns 200. Errors: 400 <c>invalid</c> for an invalid limit or cursor.
/// </summary>
public static class PostsOfTeam
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<Post>>, Problem>> Handle(
        long teamId, string? after, [Limit] int? limit, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var page = await cache.GetAsync(key: null, seen, (database, ask) => FindAsync(database, teamId, from, length, ask), cancellation);
        return page.Value is { } answer ? answer : page.Problem!;
    }

    private static async Task<Result<Page<Post>>> FindAsync(ReadContext database, long teamId, Cursor? from, int length, CancellationToken cancellation)
    {
        var sql = $"SELECT {PostRow.Columns} FROM post_teams about FORCE INDEX (newest_of_team) JOIN posts post ON post.id = about.post_id WHERE about.team_id = @teamId "
            + (from is null ? "" : "AND (about.posted_at < @Time OR (about.posted_at = @Time AND about.post_id < @LastId)) ")
            + "ORDER BY about.posted_at DESC, about.post_id DESC LIMIT @rows";
        return await PostPages.FindAsync(database, sql, new { teamId, from?.Time, LastId = from?.Id, rows = length + 1 }, length, cancellation);
    }
}
