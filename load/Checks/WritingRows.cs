using System.Data.Common;
using System.Globalization;
using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks;

/// <summary>The tables of what fans write, by kind.</summary>
internal static class WritingRows
{
    /// <summary>
    /// The query for the rows of one kind, with the column order that <see cref="Read"/> expects. Its parameter <c>@since</c> excludes older rows, except for
    /// likes: a repeated like of the same post gets the same response.
    /// </summary>
    /// <param name="kind">The kind.</param>
    /// <param name="accounts">The authors; at least one.</param>
    public static string Sql(WritingKind kind, IEnumerable<long> accounts)
    {
        var these = $"account_id IN ({string.Join(", ", accounts)})";
        return kind switch
        {
            WritingKind.Post => $"SELECT id, account_id, NULL, text, posted_at FROM posts WHERE {these} AND posted_at >= @since",
            WritingKind.Like => $"SELECT NULL, account_id, post_id, '', liked_at FROM post_likes WHERE {these}",
            WritingKind.Comment => $"SELECT id, account_id, post_id, text, commented_at FROM post_comments WHERE {these} AND commented_at >= @since",
            WritingKind.TalkPost => $"SELECT id, account_id, NULL, body, written_at FROM talk_posts WHERE {these} AND written_at >= @since",
            WritingKind.TalkLike => $"SELECT NULL, account_id, post_id, '', liked_at FROM talk_likes WHERE {these}",
            _ => $"SELECT id, account_id, post_id, body, written_at FROM talk_comments WHERE {these} AND written_at >= @since",
        };
    }

    /// <summary>Reads a row of such a result.</summary>
    public static WritingRow Read(WritingKind kind, DbDataReader row) => new(
        kind, row.IsDBNull(0) ? null : Number(row, 0), Number(row, 1), row.IsDBNull(2) ? null : Number(row, 2), row.GetString(3), row.GetDateTime(4));

    private static long Number(DbDataReader row, int column) => Convert.ToInt64(row.GetValue(column), CultureInfo.InvariantCulture);
}
