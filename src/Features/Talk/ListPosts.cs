using System.ComponentModel;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Talk;

/// <summary>
/// The posts of the talk board, newest first, all or of one team. Anonymous access. Read from a replica, by one statement that
/// begins after the last row of the previous page: every page costs the same, and posts are never counted. Returns 200. Errors:
/// 400 <c>invalid</c> for an invalid limit or cursor.
/// </summary>
public static class ListPosts
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<TalkPost>>, Problem>> Handle(
        [Description("Only posts on this team's board; omitted for all boards.")] long? teamId,
        string? after, [Limit] int? limit, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var found = await cache.GetAsync(
            key: null, seen, (database, ask) => ListAsync(database, teamId, from, limit ?? Cursor.DefaultLimit, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<Page<TalkPost>>> ListAsync(ReadContext database, long? teamId, Cursor? from, int limit, CancellationToken cancellation)
    {
        var which = $"TRUE {(teamId is null ? "" : "AND team_id = @teamId")} {(from is null ? "" : "AND id < @LastId")} ORDER BY id DESC LIMIT @rows";
        var posts = await TalkPost.ReadAsync(
            database.Database.GetDbConnection(), which, new { teamId, LastId = from?.Id, rows = limit + 1 }, withBody: false, cancellation);
        return Page.Of(posts.ConvertAll(post => post.Post), limit, post => Cursor.At(post.WrittenAt, post.PostId));
    }
}
