using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>
/// Where servers come from. Most of it runs against a machine made of scripts, in a temporary folder that is the only place
/// searched; one test makes the real download.
/// </summary>
public sealed class ServerProgramsTests : IDisposable
{
    private readonly ScriptedMachine _machine = new(cache: "cache with 한글");
    private readonly List<string> _said = [];

    public void Dispose() => _machine.Dispose();

    [Fact]
    public async Task The_private_download_runs_and_is_made_once()
    {
        var settings = new ServerSettings { Source = ServerSource.Download, CacheFolder = _machine.Cache };

        var programs = await FindAsync(settings);

        Assert.Equal("MariaDB", programs.Database.Name);
        Assert.Equal("Redis", programs.Redis.Name);
        Assert.StartsWith(_machine.Cache, programs.Database.Path, StringComparison.Ordinal);
        Assert.Contains(_said, line => line.StartsWith("Downloading ", StringComparison.Ordinal) && line.Contains(" MB, to ", StringComparison.Ordinal));
        _said.Clear();
        Assert.Equal(programs.Database.Path, (await FindAsync(settings)).Database.Path);
        Assert.Empty(_said);
    }

    [Fact]
    public async Task What_is_installed_is_taken_and_nothing_is_downloaded()
    {
        _machine.Script("sbin/mariadbd", SaysMariaDb("10.11.6"));
        Share(_machine.Folder);
        _machine.Script("sbin/redis-server", SaysRedis);

        var programs = await FindAsync(_machine.Settings with { SearchFolders = [Path.Combine(_machine.Folder, "sbin")] });

        Assert.Equal("MariaDB 10.11.6", programs.Database.ToString());
        Assert.Equal("10.11.6-mariadb", programs.Database.PomeloVersion);
        Assert.Equal(_machine.Folder, programs.Database.BaseFolder);
        Assert.Equal("Redis 7.0.15", programs.Redis.ToString());
        Assert.Empty(_said);
        Assert.False(Directory.Exists(_machine.Cache));
    }

    [Fact]
    public async Task A_download_can_be_forced_although_servers_are_installed()
    {
        _machine.Script("mariadbd", SaysMariaDb("10.11.6"));
        Share(Path.GetDirectoryName(_machine.Folder)!);
        _machine.Script("redis-server", SaysRedis);
        Apt();

        var programs = await FindAsync(_machine.Settings with { Source = ServerSource.Download });

        Assert.StartsWith(_machine.Cache, programs.Database.Path, StringComparison.Ordinal);
        Assert.StartsWith(_machine.Cache, programs.Redis.Path, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_download_is_announced_with_its_size_before_it_begins()
    {
        Apt();

        await FindAsync(_machine.Settings, line =>
        {
            if (line.StartsWith("Downloading 3 packages, 8.7 MB", StringComparison.Ordinal))
                Assert.Equal(0, Downloads());
            _said.Add(line);
        });

        Assert.Equal(1, Downloads());
        Assert.Contains(_said, line => line.StartsWith("Downloading 3 packages, 8.7 MB", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Two_starts_at_once_download_once()
    {
        Apt();

        var found = await Together.RunAsync(2, _ => FindAsync(_machine.Settings));

        Assert.Equal(1, Downloads());
        Assert.Equal(found[0].Database.Path, found[1].Database.Path);
    }

    [Fact]
    public async Task Without_servers_and_without_apt_one_line_names_what_to_install()
    {
        var refused = await RefusedAsync(_machine.Settings);

        Assert.Contains("MariaDB and Redis: not installed", refused, StringComparison.Ordinal);
        Assert.Contains("apt-get install mariadb-server redis-server", refused, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', refused);
    }

    [Fact]
    public async Task Without_network_one_line_says_what_failed_and_the_cache_stays_empty()
    {
        Apt();
        _machine.Script("apt-get", """
            case "$*" in *update*) echo "W: Failed to fetch http://deb.example/dists: no route" >&2;; *) echo "E: no network" >&2; exit 100;; esac
            """);
        _machine.Script("apt-cache", "exit 100");

        var refused = await RefusedAsync(_machine.Settings);

        Assert.Contains("W: Failed to fetch http://deb.example/dists: no route", refused, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', refused);
        Assert.Empty(Directory.GetDirectories(_machine.Cache));
    }

    [Fact]
    public async Task A_full_cache_needs_no_network()
    {
        Apt();
        await FindAsync(_machine.Settings);
        File.Delete(Path.Combine(_machine.Folder, "apt-get"));

        Assert.Equal("MariaDB 10.11.19", (await FindAsync(_machine.Settings)).Database.ToString());
    }

    [Fact]
    public async Task A_download_that_was_killed_half_way_counts_for_nothing()
    {
        Apt();
        await FindAsync(_machine.Settings);
        var whole = Directory.GetDirectories(_machine.Cache).Single();
        var half = whole + ".making-4711";
        Directory.Move(whole, half);

        await FindAsync(_machine.Settings);

        Assert.Equal(2, Downloads());
        Assert.Equal([whole], Directory.GetDirectories(_machine.Cache));
    }

    [Fact]
    public async Task Programs_that_do_not_run_are_never_given_a_place()
    {
        Apt(mariaDb: "echo 'error while loading shared libraries: libaio.so.1' >&2; exit 127");

        var refused = await RefusedAsync(_machine.Settings);

        Assert.Contains("libaio.so.1", refused, StringComparison.Ordinal);
        Assert.Empty(Directory.GetDirectories(_machine.Cache));
    }

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

    [Fact]
    public async Task A_MariaDB_without_its_system_tables_is_not_usable()
    {
        _machine.Script("mariadbd", SaysMariaDb("10.11.6"));

        await RefusedAsync(_machine.Settings with { Source = ServerSource.Installed });

        Assert.Contains(_said, line => line.Contains("its system table scripts are not under", StringComparison.Ordinal));
    }

    [Fact]
    public void A_value_that_is_none_is_quoted_with_those_there_are() =>
        Assert.Equal(
            "--engine: 'oracle' is not one of auto, mariadb, mysql.",
            Assert.Throws<StartFailedException>(() => ServerSettings.Parse<DatabaseEngine>("--engine", "oracle")).Message);

    private Task<ServerPrograms> FindAsync(ServerSettings settings, Action<string>? announce = null) =>
        ServerPrograms.FindAsync(settings, announce ?? _said.Add, TestContext.Current.CancellationToken);

    private async Task<string> RefusedAsync(ServerSettings settings) =>
        (await Assert.ThrowsAsync<StartFailedException>(() => FindAsync(settings))).Message;

    private int Downloads() => _machine.Noted("downloads").Length;

    private static string SaysMariaDb(string version) => $"echo 'mariadbd  Ver {version}-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)'";

    private const string SaysRedis = "echo 'Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=d81b8ff71cfb150e'";

    /// <summary>An apt that knows three packages of 8.7 MB, and a dpkg-deb that unpacks scripts from them.</summary>
    private void Apt(string? mariaDb = null)
    {
        _machine.Script("apt-cache", """
            printf 'mariadb-server-core\n  Depends: mariadb-common\n  Depends: libc6\n |Depends: libaio1t64\nredis-tools\n  Depends: adduser\n'
            """);
        _machine.Script("apt-get", $"""
            case "$*" in
              *--print-uris*) echo "'http://deb.example/a.deb' a.deb 8000000 SHA256:0"; echo "'http://deb.example/b.deb' b.deb 700000 SHA256:0";;
              *download*) sleep 0.2; echo x >> '{_machine.Folder}/downloads'; : > a.deb;;
            esac
            """);
        _machine.Script("dpkg-deb", $"""
            mkdir -p "$3/usr/sbin" "$3/usr/bin" "$3/usr/share/mysql/english"
            cp '{_machine.Script("unpacked/mariadbd", mariaDb ?? SaysMariaDb("10.11.19"))}' "$3/usr/sbin/mariadbd"
            cp '{_machine.Script("unpacked/redis-check-rdb", SaysRedis)}' "$3/usr/bin/redis-check-rdb"
            for f in mysql_system_tables.sql mysql_performance_tables.sql mysql_system_tables_data.sql english/errmsg.sys; do : > "$3/usr/share/mysql/$f"; done
            """);
    }

    private static void Share(string baseFolder)
    {
        var share = Directory.CreateDirectory(Path.Combine(baseFolder, "share/mysql/english")).Parent!.FullName;
        foreach (var name in (string[])["mysql_system_tables.sql", "mysql_performance_tables.sql", "mysql_system_tables_data.sql", "english/errmsg.sys"])
            File.WriteAllText(Path.Combine(share, name), "");
    }
}
