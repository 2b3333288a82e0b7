using System.ComponentModel;
using Dugout.Features.Accounts;
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
    private static readonly Func<ReadContext, long, int, IAsyncEnumerable<TalkPost>> OfAll = EF.CompileAsyncQuery((ReadContext database, long lastId, int rows) =>
        (from post in database.Set<TalkPostRow>()
         where post.Id < lastId
         join author in database.Set<AccountsQueries.Named>() on post.AccountId equals author.Id into authors
         from author in authors.DefaultIfEmpty()
         orderby post.Id descending
         select new TalkPost(
                    post.Id, post.TeamId, new Talker(post.AccountId, author.Nickname ?? ""), post.Title, post.Likes, post.Comments, post.WrittenAt, post.EditedAt))
        .Take(rows));

    private static readonly Func<ReadContext, long, long, int, IAsyncEnumerable<TalkPost>> OfTeam = EF.CompileAsyncQuery(
        (ReadContext database, long teamId, long lastId, int rows) =>
            (from post in database.Set<TalkPostRow>()
             where post.TeamId == teamId && post.Id < lastId
             join author in database.Set<AccountsQueries.Named>() on post.AccountId equals author.Id into authors
             from author in authors.DefaultIfEmpty()
             orderby post.Id descending
             select new TalkPost(
                    post.Id, post.TeamId, new Talker(post.AccountId, author.Nickname ?? ""), post.Title, post.Likes, post.Comments, post.WrittenAt, post.EditedAt))
            .Take(rows));

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<TalkPost>>, Problem>> Handle(
        [Description("Only posts on this team's board; omitted for all boards.")] long? teamId,
        string? after, [Limit] int? limit, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var found = await cache.GetAsync(
            key: null, seen, (database, _) => ListAsync(database, teamId, from, limit ?? Cursor.DefaultLimit), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<Page<TalkPost>>> ListAsync(ReadContext database, long? teamId, Cursor? from, int limit)
    {
        var lastId = from?.Id ?? long.MaxValue;
        var newest = teamId is { } team ? OfTeam(database, team, lastId, limit + 1) : OfAll(database, lastId, limit + 1);
        return Page.Of(await newest.ToListAsync(), limit, post => Cursor.At(post.WrittenAt, post.PostId));
    }
}
