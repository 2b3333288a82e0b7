using System.Data;
using System.Globalization;
using Dapper;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// Fills the feed with posts, ids from 1 on, and their comments. A thousand posts commit with all their dependent rows except comments; an interrupted run leaves the first of
/// them, and the next run continues from there. Comments are inserted after all posts, so until then a post's count is too high.
/// </summary>
internal sealed class PostVolume(MySqlConnection connection, TextWriter log)
{
    private const int PostsATransaction = 1_000;

    /// <summary>Adds posts up to a total number, and their comments.</summary>
    /// <param name="posts">Total number of posts, a multiple of four; none where there are no fans.</param>
    /// <param name="accounts">Number of fans.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="MigrationFailedException">Rows are missing afterwards.</exception>
    public async Task FillAsync(int posts, int accounts, CancellationToken cancellation)
    {
        if (accounts == 0)
            return;
        await FillPostsAsync(posts, accounts, cancellation);
        await FillCommentsAsync(FanPosts.CommentsAmong(posts), accounts, cancellation);
    }

    private async Task FillPostsAsync(int posts, int accounts, CancellationToken cancellation)
    {
        var have = await HaveAsync("posts", posts, cancellation);
        foreach (var some in FanPosts.After(have, posts, accounts).Chunk(PostsATransaction))
        {
            await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, cancellation);
            await connection.InsertAsync(transaction, "posts (id, account_id, text, comments, posted_at)",
                some.Select(post => new object[] { post.Id, post.AccountId, post.Text, post.Comments, post.PostedAt }), cancellation);
            await connection.InsertAsync(transaction, "post_tags (post_id, tag, posted_at)",
                some.SelectMany(post => post.Tags.Select(tag => new object[] { post.Id, tag, post.PostedAt })), cancellation);
            await connection.InsertAsync(transaction, "post_teams (post_id, team_id, posted_at)",
                some.Select(post => new object[] { post.Id, post.TeamId, post.PostedAt }), cancellation);
            await transaction.CommitAsync(cancellation);
        }

        if (have < posts)
            await log.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"Seeded {posts - have:N0} posts."));
        await connection.CountedAsync("posts", posts, cancellation);
    }

    private async Task FillCommentsAsync(int comments, int accounts, CancellationToken cancellation)
    {
        var have = await HaveAsync("post_comments", comments, cancellation);
        if (have < comments)
        {
            await connection.InsertAsync(transaction: null, "post_comments (id, post_id, account_id, text, commented_at)",
                FanPosts.CommentsAfter(have, comments, accounts).Select(comment => new object[]
                {
                    comment.Id, comment.PostId, comment.AccountId, comment.Text, comment.CommentedAt,
                }), cancellation);
            await log.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"Seeded {comments - have:N0} comments."));
        }

        await connection.CountedAsync("post_comments", comments, cancellation);
    }

    private Task<int> HaveAsync(string table, int most, CancellationToken cancellation) => connection.ExecuteScalarAsync<int>(new(
        $"SELECT COALESCE(MAX(id), 0) FROM {table} WHERE id <= @most", new { most }, cancellationToken: cancellation));
}
