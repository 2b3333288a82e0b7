using Dugout.Infrastructure.Run;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <content>Which installed versions are used.</content>
public sealed partial class ServerProgramsTests
{
    [Fact]
    public async Task MySQL_is_not_taken_for_MariaDB()
    {
        _machine.Script("mysqld", "echo 'mysqld  Ver 8.0.36 for Linux on x86_64 (MySQL Community Server - GPL)'");

        await RefusedAsync(_machine.Settings with { Source = ServerSource.Installed });

        Assert.Contains(_said, line => line.Contains("mysqld is skipped: it is not MariaDB (mysqld  Ver 8.0.36", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_MariaDB_that_is_too_old_is_passed_over()
    {
        _machine.Script("sbin/mariadbd", SaysMariaDb("10.5.1"));
        _machine.Script("sbin/mysqld", SaysMariaDb("10.5.2"));
        Share(_machine.Folder);
        _machine.Script("sbin/redis-server", SaysRedis);

        var programs = await FindAsync(_machine.Settings with { SearchFolders = [Path.Combine(_machine.Folder, "sbin")] });

        Assert.Equal("MariaDB 10.5.2", programs.Database.ToString());
        Assert.EndsWith("mariadbd is skipped: MariaDB 10.5.1 is older than 10.5.2.", Assert.Single(_said), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("9.7.4-2 for Linux on x86_64 ((Debian))", "9.7.4")]
    [InlineData("8.4.2 for Linux on x86_64 (MySQL Community Server - GPL)", "8.4.2")]
    public async Task An_installed_MySQL_is_taken_where_it_is_asked_for(string answer, string version)
    {
        _machine.Script("sbin/mysqld", $"echo 'mysqld  Ver {answer}'");
        _machine.Script("sbin/redis-server", SaysRedis);

        var programs = await FindAsync(_machine.Settings with { Engine = DatabaseEngine.MySql, SearchFolders = [Path.Combine(_machine.Folder, "sbin")] });

        Assert.Equal($"MySQL {version}", programs.Database.ToString());
        Assert.Equal($"{version}-mysql", programs.Database.PomeloVersion);
        Assert.Equal(_machine.Folder, programs.Database.BaseFolder);
        Assert.Empty(_said);
    }

    [Fact]
    public async Task What_only_looks_like_MySQL_is_passed_over()
    {
        _machine.Script("old/mysqld", "echo 'mysqld  Ver 8.0.36 for Linux on x86_64 (MySQL Community Server - GPL)'");
        _machine.Script("link/mysqld", SaysMariaDb("10.11.19"));
        _machine.Script("new/mysqld", "echo 'mysqld  Ver 8.4.0 for Linux on x86_64 (MySQL Community Server - GPL)'");
        _machine.Script("new/redis-server", SaysRedis);

        var programs = await FindAsync(_machine.Settings with
        {
            Engine = DatabaseEngine.MySql,
            SearchFolders = [.. ((string[])["old", "link", "new"]).Select(folder => Path.Combine(_machine.Folder, folder))],
        });

        Assert.Equal("MySQL 8.4.0", programs.Database.ToString());
        Assert.Contains(_said, line => line.Contains("MySQL 8.0.36 is older than 8.4", StringComparison.Ordinal));
        Assert.Contains(_said, line => line.Contains("it is not MySQL (mariadbd", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(ServerSource.Auto, MySqlDownloadSource.Off)]
    [InlineData(ServerSource.Download, MySqlDownloadSource.Off)]
    [InlineData(ServerSource.Installed, MySqlDownloadSource.Sid)]
    public async Task MySQL_that_is_missing_is_one_line_that_says_how_to_get_it(ServerSource source, MySqlDownloadSource download)
    {
        Apt();

        var refused = await RefusedAsync(_machine.Settings with { Engine = DatabaseEngine.MySql, Source = source, MySqlDownload = download });

        Assert.StartsWith("MySQL 8.4 or newer: not installed", refused, StringComparison.Ordinal);
        Assert.Contains("--mysql-download sid", refused, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', refused);
        Assert.Equal(0, Downloads());
    }

    [Fact]
    public async Task The_unstable_release_is_asked_only_where_somebody_says_so_and_is_announced()
    {
        Apt();

        // This machine's apt has no mirror to name, so the download is refused; by then it was announced.
        Assert.StartsWith("MySQL 9 is not available", await RefusedAsync(_machine.Settings with { Engine = DatabaseEngine.MySql, MySqlDownload = MySqlDownloadSource.Sid }), StringComparison.Ordinal);

        Assert.Contains(_said, line => line.Contains("unstable release (sid), as requested; use it for tests only", StringComparison.Ordinal));
    }
}
