using Dapper;
using Dugout.Tests.Support;
using Xunit;

[assembly: AssemblyFixture(typeof(TestServers))]

namespace Dugout.Migrator.Tests;

/// <content>What the migrator seeds.</content>
public sealed partial class DatabaseTests
{
    [Fact]
    public async Task A_second_start_changes_nothing_and_adds_only_what_is_asked_for_anew()
    {
        await ApplyAsync();
        await SeedAsync(accounts: 10);
        var before = await FingerprintAsync();

        await SeedAsync(accounts: 10);
        Assert.Equal(before, await FingerprintAsync());

        await SeedAsync(accounts: 25);
        Assert.Equal(26, await _connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM accounts"));
        Assert.Equal(25, await _connection.ExecuteScalarAsync<int>("SELECT id FROM accounts WHERE email = 'fan25@dugout.test'"));
    }

    [Fact]
    public async Task All_games_are_on_sale_but_the_first_two_of_each_month()
    {
        await ApplyAsync();
        await SeedAsync(accounts: 0);

        var sales = await _connection.QueryAsync<string>("""
            SELECT CASE WHEN sale_opens_at > UTC_TIMESTAMP(6) THEN 'not open' WHEN sale_closes_at <= UTC_TIMESTAMP(6) THEN 'closed' ELSE 'on sale' END
            FROM games ORDER BY id
            """);

        var expected = SeasonOfMonths([103, 103, 103, 103, 103, 103, 102]);
        Assert.Equal(expected, sales);

        static IEnumerable<string> SeasonOfMonths(int[] games) =>
            games.SelectMany(count => Enumerable.Repeat("on sale", count - 2).Prepend("closed").Prepend("not open"));
    }

    [Fact]
    public async Task Coupons_can_be_claimed_of_a_large_and_a_small_campaign_and_no_more_of_a_third()
    {
        await ApplyAsync();
        await SeedAsync(accounts: 0);

        var campaigns = await _connection.QueryAsync<(long, int, int, string)>("""
            SELECT id, stock, issued, CASE WHEN starts_at > UTC_TIMESTAMP(6) THEN 'not begun' WHEN ends_at <= UTC_TIMESTAMP(6) THEN 'over' ELSE 'runs' END
            FROM coupon_campaigns ORDER BY id
            """);

        Assert.Equal([(1L, 100_000, 0, "runs"), (2L, 100, 0, "runs"), (3L, 1_000, 0, "over")], campaigns);
    }

    [Fact]
    public async Task Another_season_than_the_one_kept_is_refused()
    {
        await ApplyAsync();
        await SeedAsync(accounts: 0, season: 2040);

        var error = await Assert.ThrowsAsync<MigrationFailedException>(() => SeedAsync(accounts: 0, season: 2041));

        Assert.Contains("2040", error.Message, StringComparison.Ordinal);
        await SeedAsync(accounts: 0);
    }
}
