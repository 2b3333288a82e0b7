using System.Diagnostics;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>What a start does with the data it finds: each test starts servers of its own more than once.</summary>
public sealed class KeptDataTests : KeptServers
{
    [Fact]
    public async Task Committed_rows_survive_kill_minus_nine()
    {
        await using (var servers = await StartAsync())
        {
            await WriteAsync(servers, 1);
            foreach (var name in (string[])["mysql-primary", "mysql-replica-1", "redis"])
                Process.GetProcessById(await servers.ProcessOfAsync(name, TestContext.Current.CancellationToken)).Kill();
        }

        await using var again = await StartAsync();
        Assert.Equal("1", await ReplicatedAsync(again));
    }

    [Fact]
    public async Task A_folder_that_was_only_half_made_is_made_anew()
    {
        await using (await StartAsync())
        {
        }

        Directory.Move(In("mysql-primary"), In("mysql-primary.making"));
        Directory.Delete(In("mysql-primary.making/mysql"), recursive: true);
        File.Delete(In("mysql-replica-1/dugout-stamp.json"));

        await using var again = await StartAsync();
        await WriteAsync(again, 1);
        Assert.Equal("1", await ReplicatedAsync(again));
        Assert.False(Directory.Exists(In("mysql-primary.making")));
    }

    [Fact]
    public async Task Lost_passwords_are_replaced_and_lose_no_data()
    {
        await using (var servers = await StartAsync())
            await WriteAsync(servers, 1);
        File.Delete(In("secrets.json"));

        await using var again = await StartAsync();
        Assert.Equal("1", await ReplicatedAsync(again));
    }

    [Theory]
    [InlineData("Series", "9.9")]
    [InlineData("Engine", "Postgres")]
    public async Task Data_of_another_engine_or_series_are_refused_and_left_alone(string member, string other)
    {
        await using (await StartAsync(readReplicas: 0))
        {
        }

        var stamp = In("mysql-primary/dugout-stamp.json");
        await RestampAsync(stamp, member, $"\"{member}\":\"{other}\"");

        var refused = await Assert.ThrowsAsync<StartFailedException>(() => StartAsync(readReplicas: 0));

        Assert.Matches($"were created by .*{System.Text.RegularExpressions.Regex.Escape(other)}", refused.Message);
        Assert.True(File.Exists(stamp));
    }

    /// <summary>Such a stamp says no engine, since there was one.</summary>
    [Fact]
    public async Task A_folder_from_before_there_were_two_engines_is_MariaDBs()
    {
        Assert.SkipWhen(TestServers.EngineOfThisRun == DatabaseEngine.MySql, "The folder is to be one of MariaDB.");
        await using (var servers = await StartAsync(readReplicas: 0))
            await WriteAsync(servers, 1);
        await RestampAsync(In("mysql-primary/dugout-stamp.json"), "Engine", "\"Note\":\"\"");

        await using var again = await StartAsync();
        Assert.Equal("1", await ReplicatedAsync(again));
    }

    [Fact]
    public async Task A_primary_nobody_can_tell_the_origin_of_is_left_alone()
    {
        await using (await StartAsync(readReplicas: 0))
        {
        }

        await File.WriteAllTextAsync(In("mysql-primary/dugout-stamp.json"), "", TestContext.Current.CancellationToken);

        var refused = await Assert.ThrowsAsync<StartFailedException>(() => StartAsync(readReplicas: 0));

        Assert.Contains("--reset", refused.Message, StringComparison.Ordinal);
        Assert.True(File.Exists(In("mysql-primary/ibdata1")));
    }

    /// <summary>Puts something else in the place of a member of a stamp.</summary>
    private static async Task RestampAsync(string stamp, string member, string instead)
    {
        var text = await File.ReadAllTextAsync(stamp, TestContext.Current.CancellationToken);
        Assert.Contains($"\"{member}\"", text, StringComparison.Ordinal);
        await File.WriteAllTextAsync(stamp, System.Text.RegularExpressions.Regex.Replace(text, $"\"{member}\":\"[^\"]*\"", instead), TestContext.Current.CancellationToken);
    }
}
