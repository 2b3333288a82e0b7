using System.Data.Common;
using Dapper;
using Dugout.Features.Accounts;

namespace Dugout.Features.Talk;

/// <summary>A post as a list item.</summary>
/// <param name="PostId">Its id.</param>
/// <param name="TeamId">The team of its board; null for the general board.</param>
/// <param name="Author">Its author.</param>
/// <param name="Title">Its title.</param>
/// <param name="Likes">Number of likes.</param>
/// <param name="Comments">Number of comments.</param>
/// <param name="WrittenAt">Time it was written, UTC.</param>
/// <param name="EditedAt">Time of the last edit, UTC; null if never edited.</param>
/// <example>{"postId":41,"teamId":1,"author":{"id":1,"nickname":"직관요정"},"title":"오늘 선발 누구인가요?","likes":5,"comments":1,"writtenAt":"2027-04-01T02:10:00Z","editedAt":null}</example>
public sealed record TalkPost(long PostId, long? TeamId, Talker Author, string Title, int Likes, int Comments, DateTime WrittenAt, DateTime? EditedAt)
{
    /// <summary>
    /// Reads posts with their authors, newest first, in one statement that selects the page before it joins, so that joins read
    /// only the rows of the page.
    /// </summary>
    /// <param name="database">The read context to query.</param>
    /// <param name="which">SQL after <c>WHERE</c>, with order and limit.</param>
    /// <param name="values">Parameters of the SQL.</param>
    /// <param name="withBody">Whether to read the bodies; otherwise they are empty.</param>
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

/// <summary>The public data of an author.</summary>
/// <param name="Id">The author's account id.</param>
/// <param name="Nickname">The public nickname; empty if the account no longer exists.</param>
/// <example>{"id":1,"nickname":"직관요정"}</example>
public sealed record Talker(long Id, string Nickname);
