using System.Data;
using System.Diagnostics;
using Dapper;
using Dugout.Features.Accounts;
using Dugout.Infrastructure.Run;
using Dugout.Migrator.Seed;
using Dugout.Tests.Support;
using Microsoft.Extensions.Options;
using MySqlConnector;
using Xunit;

[assembly: AssemblyFixture(typeof(TestServers))]

namespace Dugout.Migrator.Tests;

/// <summary>Scripts and seed against a real server. Tests share its one schema, so each makes it empty first; they run one after another.</summary>
public sealed partial class DatabaseTests(TestServers servers) : IAsyncLifetime
{
    private MySqlConnection _connection = null!;

    public async ValueTask InitializeAsync()
    {
        _connection = new MySqlConnection(servers.Servers.Primary(DatabaseAccount.Migrator));
        await _connection.OpenAsync();
        await _connection.ExecuteAsync("SET FOREIGN_KEY_CHECKS = 0");
        foreach (var (type, name) in await _connection.QueryAsync<(string Type, string Name)>(
            "SELECT IF(table_type = 'VIEW', 'VIEW', 'TABLE'), table_name FROM information_schema.tables WHERE table_schema = DATABASE()"))
            await _connection.ExecuteAsync($"DROP {type} {name}");
        await _connection.ExecuteAsync("SET FOREIGN_KEY_CHECKS = 1");
    }

    public ValueTask DisposeAsync() => _connection.DisposeAsync();

    [Fact]
    public async Task Scripts_are_applied_once_in_the_order_of_the_slices()
    {
        await ApplyAsync();
        await ApplyAsync();

        var applied = await _connection.QueryAsync<string>("SELECT name FROM schema_scripts ORDER BY applied_at");
        Assert.Equal(SchemaScripts.Scripts().Select(script => script.Name), applied);
        Assert.Contains("seat_claims", await TablesAsync());
    }

    [Fact]
    public async Task A_script_changed_after_it_was_applied_is_refused_by_name()
    {
        await ApplyAsync();
        await _connection.ExecuteAsync("UPDATE schema_scripts SET checksum = REPEAT('0', 64) WHERE name = 'Seats/Schema/001_seats.sql'");

        var error = await Assert.ThrowsAsync<MigrationFailedException>(ApplyAsync);

        Assert.Contains("Seats/Schema/001_seats.sql", error.Message, StringComparison.Ordinal);
    }

    /// <summary>A run killed between any two steps of a script: before a statement, or after it but before that was noted.</summary>
    [Fact]
    public async Task A_half_applied_script_is_finished_wherever_it_was_cut_off()
    {
        var script = SchemaScripts.Scripts().Single(script => script.Name == "Catalog/Schema/001_catalog.sql");
        await ApplyAsync();
        for (var ran = 0; ran <= script.Statements.Count; ran++)
        {
            foreach (var noted in (int[])[ran, Math.Max(0, ran - 1)])
            {
                foreach (var statement in script.Statements.Skip(ran).Reverse())
                    await _connection.ExecuteAsync($"DROP TABLE IF EXISTS {statement.Split("CREATE TABLE ")[1].Split(' ')[0]}");
                await _connection.ExecuteAsync("UPDATE schema_scripts SET done = @noted WHERE name = @Name", new { noted, script.Name });

                await ApplyAsync();

                Assert.Equal(script.Statements.Count, await _connection.ExecuteScalarAsync<int>(
                    "SELECT done FROM schema_scripts WHERE name = @Name", new { script.Name }));
                Assert.Contains("seasons", await TablesAsync());
            }
        }
    }

    /// <summary>A run killed after a statement of the script that renames a table, before the statement was recorded.</summary>
    [Fact]
    public async Task A_half_applied_rename_is_finished_wherever_it_was_interrupted()
    {
        var script = SchemaScripts.Scripts().Single(script => script.Name == "Rankings/Schema/002_ranking_leases.sql");
        await ApplyAsync();
        for (var recorded = 0; recorded < script.Statements.Count; recorded++)
        {
            await _connection.ExecuteAsync("DROP VIEW ranking_turns; RENAME TABLE ranking_leases TO ranking_turns");
            foreach (var statement in script.Statements.Take(recorded + 1))
                await _connection.ExecuteAsync(statement);
            await _connection.ExecuteAsync("UPDATE schema_scripts SET done = @recorded WHERE name = @Name", new { recorded, script.Name });

            await ApplyAsync();

            Assert.Equal(1, await _connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM ranking_leases JOIN ranking_turns USING (name)"));
            Assert.DoesNotContain(await TablesAsync(), table => table.EndsWith("_empty", StringComparison.Ordinal));
        }
    }

    [Fact]
    public async Task A_table_that_stood_there_before_us_is_not_taken_for_ours()
    {
        await _connection.ExecuteAsync("CREATE TABLE seat_claims (something_else INT)");

        await Assert.ThrowsAsync<MySqlException>(ApplyAsync);
    }

    /// <summary>While a running system is upgraded, the old build meets tables that have more than it knows, and scripts it has never heard of.</summary>
    [Fact]
    public async Task A_build_works_on_tables_that_a_newer_one_has_expanded()
    {
        await ApplyAsync();
        foreach (var table in await TablesAsync())
            await _connection.ExecuteAsync(
                $"ALTER TABLE {table} ADD COLUMN added_later INT NULL, ADD COLUMN with_a_default VARCHAR(10) NOT NULL DEFAULT 'default', ADD INDEX added_later (added_later)");
        await _connection.ExecuteAsync("INSERT INTO schema_scripts (name, checksum, done, applied_at) VALUES ('Seats/Schema/999_later.sql', REPEAT('0', 64), 1, UTC_TIMESTAMP(6))");

        await ApplyAsync();
        await SeedAsync(accounts: 10);

        Assert.Equal(11, await _connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM accounts"));
        Assert.Equal(["default"], await _connection.QueryAsync<string>("SELECT DISTINCT with_a_default FROM games WHERE added_later IS NULL"));
    }

    [Fact]
    public void A_statement_ends_with_a_semicolon_at_the_end_of_a_line() =>
        Assert.Equal(["-- one; still one\nSELECT ';'", "SELECT 2"], SchemaScripts.Split("-- one; still one\nSELECT ';';\n\nSELECT 2;\n"));

    /// <summary>A reader of a table on the replica blocks its change there, and everything replicated after it.</summary>
    [Fact]
    public async Task The_database_is_ready_when_the_replica_has_it_all()
    {
        await ApplyAsync();
        await servers.Servers.CaughtUpAsync(TestContext.Current.CancellationToken);
        await using var replica = new MySqlConnection(servers.Servers.Replica(DatabaseAccount.Checks));
        await replica.OpenAsync(TestContext.Current.CancellationToken);
        await using var reading = await replica.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await replica.ExecuteAsync("SELECT id FROM teams", transaction: reading);
        await _connection.ExecuteAsync("ALTER TABLE teams COMMENT = 'Changed while it is read on the replica.'");

        var migrating = MigrateAsync();
        for (var before = await AskedAsync(); await AskedAsync() < before + 100;)
            Assert.False(migrating.IsCompleted);
        await reading.RollbackAsync(TestContext.Current.CancellationToken);

        Assert.EndsWith("The database is ready.", await migrating, StringComparison.Ordinal);
        Assert.Equal(720, await replica.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM games"));

        // How many questions the replica has been asked, by whomever; looks for the migrator's mark are most of them.
        async Task<long> AskedAsync() => (await replica.QuerySingleAsync<(string, long Count)>("SHOW GLOBAL STATUS LIKE 'Com_select'", transaction: reading)).Count;
    }

    /// <summary>Runs the program.</summary>
    /// <returns>What it said.</returns>
    private async Task<string> MigrateAsync()
    {
        using var keys = new TestFolder();
        var start = new ProcessStartInfo("dotnet", [typeof(MigratorLock).Assembly.Location]) { RedirectStandardError = true, RedirectStandardOutput = true };
        start.Environment["ConnectionStrings__Primary"] = servers.Servers.Primary(DatabaseAccount.Migrator);
        start.Environment["ConnectionStrings__Replica1"] = servers.Servers.Replica(DatabaseAccount.Migrator);
        start.Environment["Keys__Folder"] = keys.Path;
        start.Environment["Accounts__HashRounds"] = "1000";
        start.Environment["Seed__Accounts"] = "0";
        using var migrator = Process.Start(start)!;
        var said = await Task.WhenAll(migrator.StandardOutput.ReadToEndAsync(), migrator.StandardError.ReadToEndAsync());
        await migrator.WaitForExitAsync();
        return string.Concat(said).TrimEnd();
    }

    private Task ApplyAsync() => new SchemaScripts(_connection, TextWriter.Null).ApplyAsync(TestContext.Current.CancellationToken);

    private async Task SeedAsync(int accounts, int? season = null)
    {
        using var passwords = new Passwords(Options.Create(new AccountsOptions { HashRounds = 1_000 }));
        await new Seeder(_connection, passwords, TextWriter.Null)
            .FillAsync(new SeedOptions(accounts, season, DateTime.UtcNow.Date), TestContext.Current.CancellationToken);
    }

    private async Task<string> FingerprintAsync()
    {
        var tables = (await TablesAsync()).Order(StringComparer.Ordinal);
        var sums = await _connection.QueryAsync<(string Table, long Sum)>($"CHECKSUM TABLE {string.Join(", ", tables)}");
        return string.Join(", ", sums);
    }

    private async Task<List<string>> TablesAsync() =>
        (await _connection.QueryAsync<string>("SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'")).AsList();
}
