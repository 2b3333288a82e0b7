using Dugout.Features.Tests.Platform;
using Dugout.Infrastructure.Run;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Feed;

/// <summary>
/// How deep a page lies makes no difference: the server looks at as many rows for it as for the first, as it counts itself. No time is in it. Pages
/// by offset are the negative control.
/// </summary>
public sealed class FeedDepthTests(Shop shop)
{
    private const int Posts = 900;

    [Theory]
    [InlineData("tag")]
    [InlineData("fan")]
    [InlineData("guest")]
    public async Task The_last_page_costs_as_much_as_the_second(string list)
    {
        Assert.SkipWhen(Shop.IsOnMySql, "Counted on MariaDB; the run on MariaDB does.");
        var fan = await shop.NextFanAsync();
        var tag = FeedCalls.NewTag();
        await fan.RememberAsync(Posts, tag, 1);
        var path = list switch { "tag" => $"/api/tags/{tag}/posts", "fan" => $"/api/fans/{fan.Id}/posts", _ => "/api/feed" };
        await using var read = shop.BeforeReplica();
        await using var replica = shop.AgelessReplica([.. shop.Through(replica: read)]);
        using var http = replica.CreateClient();
        await using var connection = new MySqlConnection(shop.Servers.Replica(DatabaseAccount.App));
        await connection.OpenAsync(TestContext.Current.CancellationToken);

        List<long> rows = [];
        for (string? after = ""; after is not null;)
        {
            read.TakeSent();
            var page = await http.GetAnswerAsync($"{path}?limit=20{after}");
            var statements = Wire.Texts(read).SelectMany(Wire.Statements).ToList();
            rows.Add(await RowsLookedAt.ForAsync(connection, statements));
            after = page.Json.GetProperty("next").GetString() is { } next ? $"&after={next}" : null;
        }

        var offset = await RowsLookedAt.ForAsync(connection,
            [$"SELECT post.id FROM post_tags tagged JOIN posts post ON post.id = tagged.post_id WHERE tagged.tag = '{tag}' ORDER BY tagged.posted_at DESC, tagged.post_id DESC LIMIT 20 OFFSET {Posts - 20}"]);
        TestContext.Current.SendDiagnosticMessage($"By {list}: rows looked at for the first page {rows[0]}, the second {rows[1]}, the last {rows[^1]}; by offset for the last {offset}.");
        // Behind them lie seeded posts, and in the guest feed other tests' as well.
        Assert.InRange(rows.Count, Posts / 20, list == "tag" ? Posts / 20 : int.MaxValue);
        Assert.All(rows, looked => Assert.InRange(looked, 1, 2 * rows[1]));
        Assert.True(offset > Posts - 20, $"By offset {offset} were looked at.");
    }
}
