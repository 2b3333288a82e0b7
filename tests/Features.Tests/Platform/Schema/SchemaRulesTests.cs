using System.Data;
using Dapper;
using Dugout.Infrastructure.Run;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform.Schema;

/// <summary>
/// The rules of the schema, each tested directly: in requests other guards reject first, so a missing key
/// would go unseen until the day it is needed. Everything is undone.
/// </summary>
public sealed partial class SchemaRulesTests(Shop shop)
{
    [Theory]
    [MemberData(nameof(Repeats))]
    public async Task Unique_keys_reject_a_second_row(string rule, string first, string second)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await connection.ExecuteAsync(first, transaction: transaction);

        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.ExecuteAsync(second, transaction: transaction));

        Assert.True(error.IsDuplicateKey(), $"{rule}: {error.Message}");
    }

    [Fact]
    public async Task No_seat_is_claimed_for_an_unknown_reservation()
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);

        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.ExecuteAsync(Text(Claim, 1), transaction: transaction));

        Assert.True(error.HasNoParent(), error.Message);
    }

    [Theory]
    [InlineData(5, 4, false)]
    [InlineData(-1, 4, false)]
    [InlineData(4, 4, true)]
    public async Task No_account_has_more_seats_than_allowed(int seats, int allowed, bool fits)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);

        var error = await Record.ExceptionAsync(() => connection.ExecuteAsync(
            "INSERT INTO seat_allowances (account_id, game_id, grade_id, seats, allowed) VALUES (-1, -1, 0, @seats, @allowed)", new { seats, allowed }, transaction));

        Assert.Equal(fits, error is null);
        Assert.True(fits || (error is MySqlException refused && refused.IsCheckViolated()), error?.Message);
    }

    [Theory]
    [InlineData(1_000, false, false, false, false)]
    [InlineData(-1, true, false, false, false)]
    [InlineData(0, false, true, false, true)]
    [InlineData(1_000, false, false, true, true)]
    public async Task A_product_has_a_price_and_can_be_delivered(long price, bool rocket, bool fresh, bool global, bool fits)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);

        var error = await Record.ExceptionAsync(() => connection.ExecuteAsync(
            "INSERT INTO products (name, price, rocket, rocket_fresh, rocket_global) VALUES ('x', @price, @rocket, @fresh, @global)", new { price, rocket, fresh, global }, transaction));

        Assert.Equal(fits, error is null);
        Assert.True(fits || (error is MySqlException refused && refused.IsCheckViolated()), error?.Message);
    }

    [Theory]
    [InlineData("remaining = 5")]
    [InlineData("remaining = -1")]
    [InlineData("remaining = 0", true)]
    [InlineData("remaining = 4", true)]
    public async Task The_stock_of_a_product_stays_between_zero_and_its_supply(string change, bool fits = false)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await connection.ExecuteAsync("INSERT INTO product_stock (product_id, supplied, remaining) VALUES (-1, 4, 2)", transaction: transaction);

        var error = await Record.ExceptionAsync(() => connection.ExecuteAsync($"UPDATE product_stock SET {change} WHERE product_id = -1", transaction: transaction));

        Assert.Equal(fits, error is null);
        Assert.True(fits || (error is MySqlException refused && refused.IsCheckViolated()), error?.Message);
    }

    [Theory]
    [InlineData("state = 'lost'")]
    [InlineData("total = -1")]
    [InlineData("discount = 1")]
    [InlineData("state = 'paid', payment_id = NULL")]
    [InlineData("state = 'paid'", true)]
    [InlineData("state = 'paid', payment_id = NULL, total = 0", true)]
    [InlineData("discount = 1, coupon_id = 1", true)]
    public async Task No_order_is_paid_without_a_payment_or_cheaper_without_a_coupon(string change, bool fits = false)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await connection.ExecuteAsync(Text(Order, -1), transaction: transaction);

        var error = await Record.ExceptionAsync(() => connection.ExecuteAsync($"UPDATE orders SET {change} WHERE id = -1", transaction: transaction));

        Assert.Equal(fits, error is null);
        Assert.True(fits || (error is MySqlException refused && refused.IsCheckViolated()), error?.Message);
    }

    [Theory]
    [InlineData(Line)]
    [InlineData(Step)]
    [InlineData(Like)]
    [InlineData(TalkLike)]
    [InlineData(TalkComment)]
    [InlineData(Tagged)]
    [InlineData(AboutTeam)]
    [InlineData(Comment)]
    [InlineData(Follows)]
    public async Task Foreign_keys_reject_unknown_parents(string sql)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);

        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.ExecuteAsync(sql, transaction: transaction));

        Assert.True(error.HasNoParent(), error.Message);
    }

    [Theory]
    [InlineData("issued = 5")]
    [InlineData("issued = -1")]
    [InlineData("issued = 4, stock = 3")]
    [InlineData("discount = 0")]
    [InlineData("discount = 2, minimum = 1")]
    [InlineData("ends_at = starts_at")]
    [InlineData("valid_until = ends_at - INTERVAL 1 SECOND")]
    [InlineData("issued = 4", true)]
    [InlineData("discount = 2, minimum = 2", true)]
    [InlineData("valid_until = ends_at", true)]
    public async Task No_campaign_issues_more_than_its_stock_or_a_worthless_coupon(string change, bool fits = false)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await connection.ExecuteAsync(Text(Campaign, "1, 1"), transaction: transaction);

        var error = await Record.ExceptionAsync(() => connection.ExecuteAsync($"UPDATE coupon_campaigns SET {change} WHERE id = -1", transaction: transaction));

        Assert.Equal(fits, error is null);
        Assert.True(fits || (error is MySqlException refused && refused.IsCheckViolated()), error?.Message);
    }

    private static string Text(string sql, object value) => sql.Replace("{0}", value.ToString(), StringComparison.Ordinal);

    private async Task<MySqlConnection> OpenAsync()
    {
        var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        return connection;
    }
}
