using System.Globalization;
using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Feed;

/// <summary>
/// The signed-in account's own posts and those of followed fans and about followed teams, newest first, each once; see
/// <see cref="Post"/>. Read from a replica that has the account's writes. Per followed fan or team at most one page of rows is
/// read, and an account follows at most a hundred, so the cost of a page is independent of their activity. Returns 200. Errors:
/// 400 <c>invalid</c> for an invalid limit or cursor.
/// </summary>
public static class MyFeed
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<Post>>, Problem>> Handle(
        string? after, [Limit] int? limit, CurrentAccount account, ConsistencyToken seen, Reads reads, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        return TypedResults.Ok(await reads.QueryAsync(seen, (database, ask) => FindAsync(database, account.Id, from, length, ask), cancellation));
    }

    private static async Task<Page<Post>> FindAsync(ReadContext database, long accountId, Cursor? from, int length, CancellationToken cancellation)
    {
        await database.Database.OpenConnectionAsync(cancellation);
        var followed = await database.Database.GetDbConnection().QueryAsync<Following>(
            new(Following.Find, new { accountId }, cancellationToken: cancellation));
        var values = new DynamicParameters(new { from?.Time, LastId = from?.Id, rows = length + 1 });
        List<string> sources = [OfFan(accountId)];
        foreach (var one in followed.Where(one => one != new Following(Following.Fan, accountId)))
            sources.Add(one.Kind == Following.Fan ? OfFan(one.FollowedId) : AboutTeam(one.FollowedId));

        // With a single source the parentheses would change the meaning of the statement.
        var newest = sources is [var own] ? own : $"({string.Join(") UNION (", sources)})";
        var sql = $"SELECT {PostRow.Columns} FROM (SELECT id FROM ({newest}) newest ORDER BY posted_at DESC, id DESC LIMIT @rows) page "
            + "JOIN posts post ON post.id = page.id ORDER BY post.posted_at DESC, post.id DESC";
        return await PostPages.FindAsync(database, sql, values, length, cancellation);

        string OfFan(long fanId) => $"SELECT id, posted_at FROM posts FORCE INDEX (newest_of_account) WHERE account_id = {Named(fanId)} "
            + (from is null ? "" : "AND (posted_at < @Time OR (posted_at = @Time AND id < @LastId)) ")
            + "ORDER BY posted_at DESC, id DESC LIMIT @rows";

        string AboutTeam(long teamId) => $"SELECT post_id AS id, posted_at FROM post_teams FORCE INDEX (newest_of_team) WHERE team_id = {Named(teamId)} "
            + (from is null ? "" : "AND (posted_at < @Time OR (posted_at = @Time AND post_id < @LastId)) ")
            + "ORDER BY posted_at DESC, post_id DESC LIMIT @rows";

        string Named(long id)
        {
            var name = string.Create(CultureInfo.InvariantCulture, $"source{values.ParameterNames.Count()}");
            values.Add(name, id);
            return $"@{name}";
        }
    }
}
