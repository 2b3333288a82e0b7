using System.Data;
using Dapper;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform.Schema;

/// <content>Rules of feed, coupons' campaigns, talk, events, mail and notices.</content>
public sealed partial class SchemaRulesTests
{
    [Theory]
    [InlineData(Post, "UPDATE posts SET id = 0 WHERE id = 7777777")]
    [InlineData(Post, "UPDATE posts SET likes = -1 WHERE id = 7777777")]
    [InlineData(Post, "UPDATE posts SET comments = -1 WHERE id = 7777777")]
    [InlineData(Picture, "UPDATE pictures SET kind = 'svg' WHERE id = -1")]
    [InlineData(Picture, "UPDATE pictures SET size = 0 WHERE id = -1")]
    [InlineData(Picture, "UPDATE pictures SET post_id = 1, stored_at = NULL WHERE id = -1")]
    [InlineData(Picture, "UPDATE pictures SET post_id = 1, collected_at = UTC_TIMESTAMP(6) WHERE id = -1")]
    [InlineData(Picture, "UPDATE pictures SET post_id = 1 WHERE id = -1", true)]
    [InlineData(Reader, "UPDATE feed_readers SET followings = 101 WHERE account_id = -1")]
    [InlineData(Reader, "UPDATE feed_readers SET followings = -1 WHERE account_id = -1")]
    [InlineData(Reader, "UPDATE feed_readers SET followings = 100 WHERE account_id = -1", true)]
    [InlineData(Reader, "INSERT INTO followings (account_id, kind, followed_id, followed_at) VALUES (-1, 'x', 1, UTC_TIMESTAMP(6))")]
    public async Task Counters_of_the_feed_are_never_negative_and_references_exist(string first, string change, bool fits = false)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await connection.ExecuteAsync(Text(first, 7_777_777), transaction: transaction);

        var error = await Record.ExceptionAsync(() => connection.ExecuteAsync(change, transaction: transaction));

        Assert.Equal(fits, error is null);
        Assert.True(fits || (error is MySqlException refused && refused.IsCheckViolated()), error?.Message);
    }

    [Fact]
    public async Task No_coupon_belongs_to_an_unknown_campaign()
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);

        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.ExecuteAsync(Text(Coupon, -1), transaction: transaction));

        Assert.True(error.HasNoParent(), error.Message);
    }

    [Theory]
    [InlineData(TalkPost, "UPDATE talk_posts SET likes = likes - 1 WHERE id = -1")]
    [InlineData(TalkPost, "UPDATE talk_posts SET comments = comments - 1 WHERE id = -1")]
    [InlineData(GamePick, "UPDATE picks SET product_id = -1 WHERE game_id = -1")]
    [InlineData(GamePick, "UPDATE picks SET game_id = NULL WHERE game_id = -1")]
    public async Task Counters_of_talk_posts_are_never_negative_and_a_pick_has_one_subject(string first, string second)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await connection.ExecuteAsync(first, transaction: transaction);

        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.ExecuteAsync(second, transaction: transaction));

        Assert.True(error.IsCheckViolated(), error.Message);
    }

    [Theory]
    [InlineData("UPDATE fan_events SET taken = 5, waiting = 0 WHERE id = -1")]
    [InlineData("UPDATE fan_events SET taken = -1, waiting = 0 WHERE id = -1")]
    [InlineData("UPDATE fan_events SET places = 3, waiting = 0 WHERE id = -1")]
    [InlineData("UPDATE fan_events SET taken = 3 WHERE id = -1")]
    [InlineData("UPDATE fan_events SET places = 5 WHERE id = -1")]
    [InlineData("UPDATE fan_events SET waiting = -1 WHERE id = -1")]
    [InlineData("UPDATE fan_events SET has_waiting_list = 0 WHERE id = -1")]
    [InlineData("UPDATE fan_events SET places = 0, taken = 0, waiting = 0 WHERE id = -1")]
    [InlineData("UPDATE fan_events SET applications_close_at = applications_open_at WHERE id = -1")]
    [InlineData("UPDATE fan_events SET starts_at = applications_close_at - INTERVAL 1 SECOND WHERE id = -1")]
    [InlineData("UPDATE event_applications SET state = 'lost' WHERE id = -1")]
    [InlineData("UPDATE event_applications SET state = 'confirmed' WHERE id = -1")]
    [InlineData("UPDATE event_applications SET state = 'cancelled' WHERE id = -1")]
    [InlineData("UPDATE event_applications SET confirmed_at = UTC_TIMESTAMP(6) WHERE id = -1")]
    [InlineData("UPDATE event_applications SET state = 'confirmed', confirmed_at = UTC_TIMESTAMP(6) WHERE id = -1", true)]
    [InlineData("UPDATE event_applications SET state = 'cancelled', cancelled_at = UTC_TIMESTAMP(6) WHERE id = -1", true)]
    [InlineData("UPDATE fan_events SET places = 6, taken = 6, waiting = 0 WHERE id = -1", true)]
    [InlineData("UPDATE fan_events SET taken = 0, waiting = 0 WHERE id = -1", true)]
    public async Task No_event_exceeds_its_places_or_has_waiting_fans_while_a_place_is_free(string change, bool fits = false)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await connection.ExecuteAsync(FanEvent + Text(Application, -1), transaction: transaction);

        var error = await Record.ExceptionAsync(() => connection.ExecuteAsync(change, transaction: transaction));

        Assert.Equal(fits, error is null);
        Assert.True(fits || (error is MySqlException refused && refused.IsCheckViolated()), error?.Message);
    }

    [Fact]
    public async Task No_application_belongs_to_an_unknown_event()
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);

        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.ExecuteAsync(Text(Application, -1), transaction: transaction));

        Assert.True(error.HasNoParent(), error.Message);
    }

    [Fact]
    public async Task A_mailed_code_confirms_or_resets_and_does_nothing_else()
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);

        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.ExecuteAsync(Text(Code, "x"), transaction: transaction));

        Assert.True(error.IsCheckViolated(), error.Message);
    }

    [Fact]
    public async Task A_notice_has_a_kind_with_a_text()
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);

        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.ExecuteAsync(Text(Notice, "x"), transaction: transaction));

        Assert.True(error.IsCheckViolated(), error.Message);
    }

    [Fact]
    public async Task Deleting_a_talk_post_deletes_its_comments_and_likes()
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await connection.ExecuteAsync(TalkPost + TalkLike + TalkComment + "DELETE FROM talk_posts WHERE id = -1", transaction: transaction);

        Assert.Equal(0, await connection.ExecuteScalarAsync<long>(
            "SELECT (SELECT COUNT(*) FROM talk_likes WHERE post_id = -1) + (SELECT COUNT(*) FROM talk_comments WHERE post_id = -1)", transaction: transaction));
    }
}
