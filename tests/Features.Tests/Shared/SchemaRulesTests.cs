using Dapper;
using Dugout.Features.Shared;
using Dugout.Infrastructure;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Shared;

/// <summary>
/// The rules that stand in the schema, each asked by itself: in front of them other guards refuse first, so a missing key
/// would go unseen until the day it is needed. Everything is undone.
/// </summary>
public sealed class SchemaRulesTests(Shop shop)
{
    private const string Reservation = """
        INSERT INTO reservations (id, account_id, game_id, total, reserved_at) VALUES ({0}, -1, -1, 0, UTC_TIMESTAMP(6));
        """;

    private const string Account = """
        INSERT INTO accounts (email, nickname, password_hash, created_at) VALUES ('{0}', 'x', 'x', UTC_TIMESTAMP(6));
        """;

    private const string Key = """
        INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, status, answer, created_at) VALUES (-1, 'x', REPEAT('0', 32), 201, '', UTC_TIMESTAMP(6));
        """;

    private const string Claim = "INSERT INTO seat_claims (game_id, grade_id, number, reservation_id) VALUES (-1, -1, {0}, -1);";
    private const string Block = "INSERT INTO seat_claims (game_id, grade_id, number) VALUES (-1, -1, {0});";

    public static TheoryData<string, string, string> Repeats { get; } = new()
    {
        { "a seat is never sold twice", Text(Reservation, -1) + Text(Claim, 1), Text(Claim, 1) },
        { "a blocked seat isn't sold", Text(Reservation, -1) + Text(Block, 1), Text(Claim, 1) },
        { "a sold seat isn't blocked", Text(Reservation, -1) + Text(Claim, 1), Text(Block, 1) },
        { "a hold is reserved once", Text(Reservation, -1), Text(Reservation, -1) },
        { "a key has one effect", Key, Key },
        { "one account an e-mail, whatever its case", Text(Account, "a@rule.test"), Text(Account, "A@RULE.test") },
    };

    [Theory]
    [MemberData(nameof(Repeats))]
    public async Task What_may_be_there_once_is_refused_the_second_time(string rule, string first, string second)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(TestContext.Current.CancellationToken);
        await connection.ExecuteAsync(first, transaction: transaction);

        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.ExecuteAsync(second, transaction: transaction));

        Assert.True(error.IsDuplicateKey(), $"{rule}: {error.Message}");
    }

    [Fact]
    public async Task No_seat_is_claimed_for_a_reservation_that_is_not_there()
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(TestContext.Current.CancellationToken);

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
        await using var transaction = await connection.BeginTransactionAsync(TestContext.Current.CancellationToken);

        var error = await Record.ExceptionAsync(() => connection.ExecuteAsync(
            "INSERT INTO seat_allowances (account_id, game_id, grade_id, seats, allowed) VALUES (-1, -1, 0, @seats, @allowed)", new { seats, allowed }, transaction));

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
