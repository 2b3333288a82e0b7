using System.Diagnostics;
using System.Reflection;
using Dapper;
using Dugout.Features.Accounts;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Migrator.Seed;
using Dugout.Tests.Support;
using Microsoft.Extensions.Options;
using MySqlConnector;
using Xunit;

namespace Dugout.Migrator.Tests;

/// <summary>The large volume, seeded, kept and put back; on servers of its own, which are started more than once.</summary>
public sealed class VolumeTests : IDisposable
{
    /// <summary>How long a rule of the load lab may take, in seconds: many times what it does.</summary>
    private const int RuleSeconds = 60;

    private static readonly Volume Large = Volume.Report000;

    /// <summary>Carries those rules, the files of <c>load/Checks</c>.</summary>
    private static readonly Assembly Rules = typeof(VolumeTests).Assembly;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task What_was_seeded_is_back_from_a_snapshot_in_less_than_a_fifth_of_the_time()
    {
        TimeSpan seeding;
        string seeded;
        await using (var servers = await StartAsync())
        {
            await using var connection = await OpenAsync(servers);
            await new SchemaScripts(connection, TextWriter.Null).ApplyAsync(TestContext.Current.CancellationToken);
            var since = Stopwatch.GetTimestamp();
            await SeedAsync(connection, Large);
            seeding = Stopwatch.GetElapsedTime(since);
            Assert.Equal((Large.Products, Large.Accounts, Large.Coupons), await CountsAsync(connection));
            await AssertKnownAsync(connection);
            await AssertSoundAsync(connection);
            seeded = await FingerprintAsync(connection);

            await SeedAsync(connection, Large);
            await SeedAsync(connection, Volume.Small);
            Assert.Equal(seeded, await FingerprintAsync(connection));
        }

        await InFolderAsync(reset: false, snapshots => snapshots.SaveAsync("large", TestContext.Current.CancellationToken));
        await using (var servers = await StartAsync())
        {
            await using var connection = await OpenAsync(servers);
            await connection.ExecuteAsync("DELETE FROM products WHERE id > 10; UPDATE accounts SET nickname = 'x'; DELETE FROM coupons WHERE id > 10");
        }

        var restoring = await InFolderAsync(reset: true, snapshots => snapshots.RestoreAsync("large", TestContext.Current.CancellationToken));
        await using (var servers = await StartAsync())
        {
            await using var connection = await OpenAsync(servers);
            Assert.Equal(seeded, await FingerprintAsync(connection));
        }

        TestContext.Current.SendDiagnosticMessage($"Seeding took {seeding.TotalMilliseconds:0} ms, restoring {restoring.TotalMilliseconds:0} ms: "
            + $"{seeding / restoring:0.0} times faster.");
        Assert.True(5 * restoring < seeding, $"Seeding took {seeding}, restoring {restoring}.");
    }

    [Fact]
    public async Task A_seed_that_was_cut_off_is_finished_and_one_with_a_hole_is_refused_in_one_line()
    {
        await using var servers = await StartAsync();
        await using var connection = await OpenAsync(servers);
        await new SchemaScripts(connection, TextWriter.Null).ApplyAsync(TestContext.Current.CancellationToken);
        var volume = new Volume("test", 2_500, 3_500, 1_500, 2_300) { Posts = 2_400 };
        await SeedAsync(connection, volume);
        var newest = await NewestAsync();

        // What each part leaves that was cut off after the first thousand.
        await connection.ExecuteAsync("""
            DELETE FROM products WHERE id > 1000;
            DELETE FROM accounts WHERE id BETWEEN 1001 AND 8000000;
            DELETE FROM coupons WHERE id > 1000;
            DELETE FROM posts WHERE id > 1000;
            DELETE FROM coupon_campaigns WHERE id BETWEEN 102 AND 99999 OR id > 101000
            """);
        await SeedAsync(connection, volume);
        Assert.Equal((volume.Products, volume.Accounts, volume.Coupons), await CountsAsync(connection));
        Assert.Equal(newest, await NewestAsync());
        await AssertSoundAsync(connection);

        await connection.ExecuteAsync("DELETE FROM products WHERE id = 77");
        var error = await Assert.ThrowsAsync<MigrationFailedException>(() => SeedAsync(connection, volume));

        Assert.Equal("The database has 3,499 of the 3,500 seeded products; start with --reset to recreate them.", error.Message);

        async Task<(string, string, string, string, string, string)> NewestAsync() => (
            await connection.QuerySingleAsync<string>("SELECT CONCAT(email, nickname) FROM accounts WHERE id = 2500"),
            await connection.QuerySingleAsync<string>("SELECT CONCAT(name, price) FROM products WHERE id = 3500"),
            await connection.QuerySingleAsync<string>("SELECT CONCAT(campaign_id, ' of ', account_id) FROM coupons WHERE id = 2300"),
            await connection.QuerySingleAsync<string>("SELECT CONCAT(name, stock) FROM coupon_campaigns WHERE id = 101500"),
            await connection.QuerySingleAsync<string>("SELECT CONCAT(text, account_id, ' at ', posted_at) FROM posts WHERE id = 2400"),
            await connection.QuerySingleAsync<string>("SELECT CONCAT(text, account_id, ' on ', post_id) FROM post_comments WHERE id = 2400"));
    }

    [Fact]
    public async Task Talk_that_was_cut_off_between_two_commits_is_finished_and_counts_what_there_is()
    {
        await using var servers = await StartAsync();
        await using var connection = await OpenAsync(servers);
        await new SchemaScripts(connection, TextWriter.Null).ApplyAsync(TestContext.Current.CancellationToken);
        var volume = new Volume("test", 50, 10, 0, 0) { TalkPosts = 2_500 };
        await SeedAsync(connection, volume);
        var seeded = await TalkAsync();
        Assert.StartsWith("2500 posts, ", seeded, StringComparison.Ordinal);

        await connection.ExecuteAsync("DELETE FROM talk_posts WHERE id > 1000");
        await SeedAsync(connection, volume);

        Assert.Equal(seeded, await TalkAsync());
        await AssertSoundAsync(connection);
        await connection.ExecuteAsync("DELETE FROM talk_posts WHERE id = 77");
        await Assert.ThrowsAsync<MigrationFailedException>(() => SeedAsync(connection, volume));

        Task<string> TalkAsync() => connection.QuerySingleAsync<string>("""
            SELECT CONCAT((SELECT COUNT(*) FROM talk_posts), ' posts, ', (SELECT COUNT(*) FROM talk_comments), ' comments, ', (SELECT COUNT(*) FROM talk_likes), ' likes, ',
                (SELECT CONCAT_WS(' ', account_id, team_id, title, likes, comments) FROM talk_posts WHERE id = 2499))
            """);
    }

    [Fact]
    public async Task A_restore_that_was_killed_halfway_is_finished_by_the_next_start()
    {
        await using (var servers = await StartAsync())
        {
            await using var connection = await OpenAsync(servers);
            await connection.ExecuteAsync("CREATE TABLE kept (id INT PRIMARY KEY)");
        }

        await InFolderAsync(reset: false, async snapshots =>
        {
            await snapshots.SaveAsync("one", TestContext.Current.CancellationToken);
            // What is there when it is killed after the old data went and before the new ones came.
            Directory.Delete(Path.Combine(_folder.Path, "mysql-primary"), recursive: true);
            await File.WriteAllTextAsync(Path.Combine(_folder.Path, "snapshots", ".restoring"), "one", TestContext.Current.CancellationToken);

            await snapshots.FinishAsync(TestContext.Current.CancellationToken);
            await snapshots.FinishAsync(TestContext.Current.CancellationToken);
        });

        await using (var servers = await StartAsync())
        {
            await using var connection = await OpenAsync(servers);
            Assert.Equal(0, await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM kept"));
        }
    }

    [Fact]
    public async Task A_snapshot_that_is_not_there_or_can_not_be_is_refused_by_name()
    {
        await using (await StartAsync())
        {
        }

        await InFolderAsync(reset: false, async snapshots =>
        {
            await snapshots.SaveAsync("one", TestContext.Current.CancellationToken);
            var missing = await Assert.ThrowsAsync<StartFailedException>(() => snapshots.RestoreAsync("two", TestContext.Current.CancellationToken));
            var escaping = await Assert.ThrowsAsync<StartFailedException>(() => snapshots.SaveAsync("../one", TestContext.Current.CancellationToken));
            Assert.EndsWith("there is no snapshot 'two' in " + _folder.Path + "; existing snapshots: one.", missing.Message, StringComparison.Ordinal);
            Assert.Contains("'../one'", escaping.Message, StringComparison.Ordinal);
        });
    }

    private Task<RunningServers> StartAsync() => RunningServers.StartAsync(_folder.Path, readReplicas: 0, cancellation: TestContext.Current.CancellationToken);

    private static async Task<MySqlConnection> OpenAsync(RunningServers servers)
    {
        var connection = new MySqlConnection(servers.Primary(DatabaseAccount.Migrator));
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        return connection;
    }

    private static async Task SeedAsync(MySqlConnection connection, Volume volume)
    {
        using var passwords = new Passwords(Options.Create(new AccountsOptions { HashRounds = 1_000 }));
        await new Seeder(connection, passwords, TextWriter.Null)
            .FillAsync(new SeedOptions(0, Season: null, DateTime.UtcNow.Date) { Volume = volume }, TestContext.Current.CancellationToken);
    }

    /// <summary>Does something with the folder while no server runs there.</summary>
    /// <returns>How long that took.</returns>
    private async Task<TimeSpan> InFolderAsync(bool reset, Func<Snapshots, Task> act)
    {
        using var folder = await RunFolder.TakeAsync(_folder.Path, reset, _ => { }, TestContext.Current.CancellationToken);
        var since = Stopwatch.GetTimestamp();
        await act(new(folder, _ => { }));
        return Stopwatch.GetElapsedTime(since);
    }

    private static async Task<(int Products, int Accounts, int Coupons)> CountsAsync(MySqlConnection connection) => (
        await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM products"),
        await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM accounts WHERE is_admin = 0"),
        await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM coupons"));

    /// <summary>What is seeded breaks none of the load lab's rules, every coupon is a fan's, and every pick a product with a picture: what is found after a run was not there before.</summary>
    private static async Task AssertSoundAsync(MySqlConnection connection)
    {
        string[] rules = [.. Rules.GetManifestResourceNames().Where(name => name.EndsWith(".sql", StringComparison.Ordinal))];
        Assert.NotEmpty(rules);
        foreach (var rule in rules)
        {
            using var reader = new StreamReader(Rules.GetManifestResourceStream(rule)!);
            Assert.True(!(await connection.QueryAsync(await reader.ReadToEndAsync(TestContext.Current.CancellationToken), commandTimeout: RuleSeconds)).Any(), rule);
        }

        Assert.Equal(0, await connection.ExecuteScalarAsync<int>(
            "SELECT COUNT(*) FROM coupons coupon LEFT JOIN accounts account ON account.id = coupon.account_id AND account.is_admin = 0 WHERE account.id IS NULL"));
        Assert.Equal(PickVolume.Picks, await connection.ExecuteScalarAsync<int>(
            "SELECT COUNT(*) FROM picks pick JOIN products product ON product.id = pick.product_id JOIN pick_pictures picture ON picture.pick_id = pick.id"));
    }

    /// <summary>The server knows how much there is, by which it chooses how to find rows; roughly, since it looks at a few pages.</summary>
    private static async Task AssertKnownAsync(MySqlConnection connection)
    {
        var believed = await connection.QueryAsync<(string Table, long Rows)>("""
            SELECT table_name, CAST(table_rows AS SIGNED) FROM information_schema.tables
            WHERE table_schema = DATABASE() AND table_name IN ('products', 'accounts', 'coupon_campaigns', 'coupons')
            """);
        foreach (var (table, rows) in believed)
        {
            var there = await connection.ExecuteScalarAsync<long>($"SELECT COUNT(*) FROM {table}");
            Assert.True(rows > there / 2 && rows < there * 2, $"{table}: the server believes in {rows} rows of {there}.");
        }
    }

    private static async Task<string> FingerprintAsync(MySqlConnection connection) =>
        string.Join(", ", await connection.QueryAsync<(string Table, long Sum)>("CHECKSUM TABLE products, product_stock, accounts, coupon_campaigns, coupons, games, grades, posts, post_tags, post_teams, post_comments, talk_posts, talk_comments, talk_likes, picks, pick_pictures, fan_events"));
}
