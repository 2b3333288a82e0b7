using Dugout.Infrastructure.Run;
using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Load.Tests.Checks;

/// <summary>The rows of what fans write, on a real server, read with the checks' own account.</summary>
public sealed class WritingRowsTests(TestServers servers) : IClassFixture<TestServers>, IAsyncLifetime
{
    private static readonly DateTime Noon = new(2027, 4, 1, 12, 0, 0, DateTimeKind.Utc);

    private readonly SaleDatabase _records = new(servers.Servers.Primary(DatabaseAccount.Checks));

    public async ValueTask InitializeAsync()
    {
        const string Rows = """
            CREATE OR REPLACE TABLE posts (id BIGINT, account_id BIGINT, text VARCHAR(2000), posted_at DATETIME(6));
            CREATE OR REPLACE TABLE post_likes (post_id BIGINT, account_id BIGINT, liked_at DATETIME(6));
            CREATE OR REPLACE TABLE post_comments (id BIGINT, post_id BIGINT, account_id BIGINT, text VARCHAR(500), commented_at DATETIME(6));
            CREATE OR REPLACE TABLE talk_posts (id BIGINT, account_id BIGINT, title VARCHAR(100), body VARCHAR(4000), written_at DATETIME(6));
            CREATE OR REPLACE TABLE talk_likes (post_id BIGINT, account_id BIGINT, liked_at DATETIME(6));
            CREATE OR REPLACE TABLE talk_comments (id BIGINT, post_id BIGINT, account_id BIGINT, body VARCHAR(1000), written_at DATETIME(6));
            INSERT INTO posts VALUES (7, 1, 'mine', '2027-04-01 12:00:00.000001'), (6, 1, 'older', '2027-04-01 11:59:59'), (8, 2, 'another''s', '2027-04-01 12:00:01');
            INSERT INTO post_likes VALUES (3, 1, '2027-03-01 12:00:00'), (3, 2, '2027-04-01 12:00:01');
            INSERT INTO post_comments VALUES (5, 3, 1, 'said', '2027-04-01 12:00:00'), (4, 3, 1, 'older', '2027-04-01 11:00:00');
            INSERT INTO talk_posts VALUES (17, 1, 'title', 'body', '2027-04-01 12:00:00'), (16, 1, 'title', 'older', '2027-04-01 11:00:00');
            INSERT INTO talk_likes VALUES (13, 1, '2027-03-01 12:00:00');
            INSERT INTO talk_comments VALUES (15, 13, 1, 'talked', '2027-04-01 12:00:00'), (14, 13, 1, 'older', '2027-04-01 11:00:00')
            """;
        await using var connection = new MySqlConnection(servers.Servers.Primary(DatabaseAccount.Migrator));
        await connection.OpenAsync();
        foreach (var statement in Rows.Split(";\n"))
        {
            await using var command = new MySqlCommand(statement, connection);
            await command.ExecuteNonQueryAsync();
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task Each_kind_is_read_of_these_accounts_from_then_on_and_likes_whenever_they_were_made()
    {
        Assert.Equal(
            [
                new WritingRow(WritingKind.Post, 7, 1, null, "mine", Noon.AddMicroseconds(1)),
                new WritingRow(WritingKind.Like, null, 1, 3, "", Noon.AddMonths(-1)),
                new WritingRow(WritingKind.Comment, 5, 1, 3, "said", Noon),
                new WritingRow(WritingKind.TalkPost, 17, 1, null, "body", Noon),
                new WritingRow(WritingKind.TalkLike, null, 1, 13, "", Noon.AddMonths(-1)),
                new WritingRow(WritingKind.TalkComment, 15, 1, 13, "talked", Noon),
            ],
            await _records.WritingsAsync(Enum.GetValues<WritingKind>(), [1], Noon));
    }

    [Fact]
    public async Task Only_requested_rows_are_read()
    {
        Assert.Empty(await _records.WritingsAsync([WritingKind.Post], [3], Noon));
        Assert.Equal([8L], (await _records.WritingsAsync([WritingKind.Post], [2], Noon)).Select(row => row.Id!.Value));
    }
}
