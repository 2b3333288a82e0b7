using System.Data.Common;
using Dapper;
using Dugout.Features.Accounts;

namespace Dugout.Features.Talk;

/// <summary>A post as a list shows it.</summary>
/// <param name="PostId">Its id.</param>
/// <param name="TeamId">Whose board it is on; null where it is on no team's.</param>
/// <param name="Author">Its author.</param>
/// <param name="Title">Its description.</param>
/// <param name="Likes">How many fans like it.</param>
/// <param name="Comments">How many comments it has.</param>
/// <param name="WrittenAt">When, UTC.</param>
/// <param name="EditedAt">When it was last changed, UTC; null where it never was.</param>
public sealed record TalkPost(long PostId, long? TeamId, Talker Author, string Title, int Likes, int Comments, DateTime WrittenAt, DateTime? EditedAt)
{
    /// <summary>
    /// Reads posts, newest first, with their authors, in one statement: the page is chosen first, so that whatever is joined is looked up for its rows alone.
    /// </summary>
    /// <param name="database">Where.</param>
    /// <param name="which">Which, and how many: what stands behind <c>WHERE</c>.</param>
    /// <param name="values">Parameters of the SQL.</param>
    /// <param name="withBody">Whether all that they say is wanted, too; else it is empty.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    internal static async Task<List<(TalkPost Post, string Body)>> ReadAsync(DbConnection database, string which, object values, bool withBody, CancellationToken cancellation)
    {
        var sql = $"""
            SELECT post.id AS PostId, post.team_id AS TeamId, post.account_id AS AuthorId, author.nickname AS Nickname, post.title AS Title, post.body AS Body,
                   post.likes AS Likes, post.comments AS Comments, post.written_at AS WrittenAt, post.edited_at AS EditedAt
            FROM (SELECT id, team_id, account_id, title, likes, comments, written_at, edited_at, {(withBody ? "body" : "'' AS body")} FROM talk_posts WHERE {which}) post
            LEFT JOIN ({AccountsQueries.Everybody}) author ON author.id = post.account_id
            """;
        var rows = await database.QueryAsync<Row>(new(sql, values, cancellationToken: cancellation));
        return [.. rows.OrderByDescending(row => row.PostId).Select(row => (new TalkPost(
            row.PostId, row.TeamId, new(row.AuthorId, row.Nickname ?? ""), row.Title, row.Likes, row.Comments, row.WrittenAt.Utc(), row.EditedAt?.Utc()), row.Body))];
    }

    private sealed record Row(
        long PostId, long? TeamId, long AuthorId, string? Nickname, string Title, string Body, int Likes, int Comments, DateTime WrittenAt, DateTime? EditedAt);
}

/// <summary>Who says something.</summary>
/// <param name="Id">Their id.</param>
/// <param name="Nickname">What others see; empty where they are no longer there.</param>
public sealed record Talker(long Id, string Nickname);
