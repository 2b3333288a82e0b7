using System.Data;
using System.Globalization;
using Dapper;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// Fills the talk board, ids from 1 on. A thousand posts commit with all their comments and likes, so their counts match the rows; an interrupted run leaves the first of
/// them, and the next run continues from there.
/// </summary>
internal sealed class TalkVolume(MySqlConnection connection, TextWriter log)
{
    private const int PostsATransaction = 1_000;

    /// <summary>Adds posts up to a total number.</summary>
    /// <param name="posts">Total number of posts.</param>
    /// <param name="accounts">Minimum number of fans.</param>
    /// <param name="today">The day of the seed.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="MigrationFailedException">Rows are missing afterwards.</exception>
    public async Task FillAsync(int posts, int accounts, DateTime today, CancellationToken cancellation)
    {
        var have = await connection.ExecuteScalarAsync<int>(new(
            "SELECT COALESCE(MAX(id), 0) FROM talk_posts WHERE id <= @posts", new { posts }, cancellationToken: cancellation));
        foreach (var some in TalkTopics.Between(have + 1, posts, accounts, today).Chunk(PostsATransaction))
            await AddAsync(some, cancellation);
        if (have < posts)
            await log.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"Seeded {posts - have:N0} talk posts."));

        await connection.CountedAsync("talk_posts", posts, cancellation);
    }

    private async Task AddAsync(IReadOnlyList<TalkTopics.Post> posts, CancellationToken cancellation)
    {
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, cancellation);
        await connection.InsertAsync(transaction, "talk_posts (id, account_id, team_id, title, body, likes, comments, written_at)",
            posts.Select(post => new object?[]
            {
                post.Id, post.AccountId, post.TeamId, post.Title, post.Body, post.Likes.Count, post.Comments.Count, post.WrittenAt,
            }), cancellation);
        await connection.InsertAsync(transaction, "talk_comments (id, post_id, account_id, body, written_at)",
            posts.SelectMany(post => post.Comments.Select(comment => new object?[] { comment.Id, post.Id, comment.AccountId, comment.Body, comment.WrittenAt })), cancellation);
        await connection.InsertAsync(transaction, "talk_likes (post_id, account_id, liked_at)",
            posts.SelectMany(post => post.Likes.Select(like => new object?[] { post.Id, like.AccountId, like.LikedAt })), cancellation);
        await transaction.CommitAsync(cancellation);
    }
}
