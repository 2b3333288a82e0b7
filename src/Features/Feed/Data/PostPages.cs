using System.Data.Common;
using Dapper;
using Dugout.Features.Accounts;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Feed;

/// <summary>
/// Pages of posts. Each list finds the rows of a page with one statement of its own, in index order; a second batch of four
/// statements loads their tags, teams, pictures and authors, whatever the number of posts, likes and comments.
/// </summary>
internal static class PostPages
{
    private const string Details = """
        SELECT post_id AS PostId, tag AS Tag FROM post_tags WHERE post_id IN @posts;
        SELECT post_id AS PostId, team_id AS TeamId FROM post_teams WHERE post_id IN @posts;
        SELECT post_id AS PostId, id AS PictureId, place AS Place FROM pictures WHERE post_id IN @posts;

        """;

    /// <summary>A page.</summary>
    /// <param name="database">The read context to query.</param>
    /// <param name="sql">A query of <see cref="PostRow"/>s in their order, one more than the limit.</param>
    /// <param name="values">Parameters of the SQL.</param>
    /// <param name="limit">Maximum number of posts on the page.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    public static async Task<Page<Post>> FindAsync(ReadContext database, string sql, object values, int limit, CancellationToken cancellation)
    {
        // Opens the connection once for all batches; otherwise each would lease its own.
        await database.Database.OpenConnectionAsync(cancellation);
        var connection = database.Database.GetDbConnection();
        var found = (await connection.QueryAsync<PostRow>(new(sql, values, cancellationToken: cancellation))).AsList();
        var page = Page.Of(found, limit, row => Cursor.At(row.PostedAt, row.Id));
        return new(await CompleteAsync(connection, page.Items, cancellation), page.Next);
    }

    private static async Task<IReadOnlyList<Post>> CompleteAsync(DbConnection connection, IReadOnlyList<PostRow> rows, CancellationToken cancellation)
    {
        if (rows.Count == 0)
            return [];
        var values = new { posts = rows.Select(row => row.Id).ToList(), accounts = rows.Select(row => row.AccountId).Distinct().ToList() };
        await using var answers = await connection.QueryMultipleAsync(new(Details + AccountsQueries.Nicknames, values, cancellationToken: cancellation));
        var tags = (await answers.ReadAsync<(long PostId, string Tag)>()).ToLookup(row => row.PostId, row => row.Tag);
        var teams = (await answers.ReadAsync<(long PostId, long TeamId)>()).ToLookup(row => row.PostId, row => row.TeamId);
        var pictures = (await answers.ReadAsync<(long PostId, long PictureId, int Place)>()).ToLookup(row => row.PostId, row => (row.Place, row.PictureId));
        var names = (await answers.ReadAsync<AccountsQueries.Named>()).ToDictionary(account => account.Id, account => account.Nickname);
        return
        [
            .. rows.Select(row => new Post(
                row.Id, new(row.AccountId, names.GetValueOrDefault(row.AccountId, "")), row.Text,
                [.. tags[row.Id].Order(StringComparer.Ordinal)], [.. teams[row.Id].Order()], [.. pictures[row.Id].Order().Select(picture => picture.PictureId)],
                row.Likes, row.Comments, row.PostedAt.Utc(), row.EditedAt?.Utc())),
        ];
    }
}
