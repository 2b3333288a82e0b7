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
public sealed partial class ServerProgramsTests : IDisposable
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
