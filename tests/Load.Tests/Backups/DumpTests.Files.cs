using System.Globalization;
using System.Text.Json;
using Dugout.Backup;
using MySqlConnector;
using Xunit;

namespace Dugout.Load.Tests.Backups;

/// <summary>Whose a backup's files are, and which moment they are of.</summary>
public sealed partial class DumpTests
{
    private const UnixFileMode OwnersFile = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    [Fact]
    public async Task Only_its_owner_can_read_a_backup()
    {
        var (system, keys) = await SystemAsync();
        var folder = Path.Combine(_folder.Path, "new", "backup");

        await BackupFolder.TakeAsync(system, folder, Stop);

        Assert.Equal(OwnersFile | UnixFileMode.UserExecute, File.GetUnixFileMode(folder));
        Assert.Equal(OwnersFile | UnixFileMode.UserExecute, File.GetUnixFileMode(Path.Combine(folder, "keys")));
        Assert.Equal(["dump.json", "dump.sql", "keys/key-1.xml"], Files(folder));
        Assert.All(Files(folder), file => Assert.Equal((file, OwnersFile), (file, File.GetUnixFileMode(Path.Combine(folder, file)))));
        Assert.Equal(await File.ReadAllTextAsync(Path.Combine(keys, "key-1.xml"), Stop), await File.ReadAllTextAsync(Path.Combine(folder, "keys/key-1.xml"), Stop));
    }

    [Fact]
    public async Task Nothing_is_written_where_something_is()
    {
        var (system, _) = await SystemAsync();
        var (backup, taken) = (Path.Combine(_folder.Path, "backup"), Directory.CreateDirectory(Path.Combine(_folder.Path, "taken")).FullName);
        await File.WriteAllTextAsync(Path.Combine(taken, "mine"), "", Stop);

        var rejected = await Assert.ThrowsAsync<UsageException>(() => BackupFolder.TakeAsync(system, taken, Stop));
        Assert.Equal($"{taken} is not empty", rejected.Message);
        await BackupFolder.TakeAsync(system, backup, Stop);
        await Assert.ThrowsAsync<UsageException>(() => BackupFolder.TakeAsync(system, backup, Stop));
        await Assert.ThrowsAsync<UsageException>(() => BackupFolder.RestoreAsync(backup, taken, Stop));

        Assert.Equal(["mine"], Files(taken));
    }

    /// <summary>
    /// Every row is a separate transaction with the next GTID number, so the position of a dump determines its number of rows.
    /// Time and again, since a snapshot that begins with the first read is late only if something was committed before that.
    /// </summary>
    [Fact]
    public async Task A_dump_shows_the_place_in_history_that_it_names()
    {
        const int Dumps = 5;
        await RunAsync("CREATE TABLE a (id INT NOT NULL PRIMARY KEY) ENGINE = InnoDB");
        var begun = NumberOf((await RowsAsync("SELECT @@GLOBAL.gtid_binlog_pos")).Single());
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(Stop);
        var writing = WriteAsync();
        List<(long Named, long Shown)> places = [];

        try
        {
            for (var n = 0; n < Dumps; n++)
            {
                var folder = Directory.CreateDirectory(Path.Combine(_folder.Path, $"{n}")).FullName;
                var manifest = (await new Dump(Checks).WriteAsync(folder, Stop)).Manifest;
                places.Add((NumberOf(manifest.Position!) - begun, manifest.Tables.Single(table => table.Table == "a").Rows));
            }
        }
        finally
        {
            await enough.CancelAsync();
            await writing;
        }

        Assert.All(places, place => Assert.Equal(place.Named, place.Shown));
        Assert.True(places[^1].Shown > places[0].Shown, "nothing was written meanwhile");

        async Task WriteAsync()
        {
            await using var connection = new MySqlConnection(Migrator);
            await connection.OpenAsync(Stop);
            for (var id = 1; !enough.IsCancellationRequested; id++)
                await Dump.RunAsync(connection, $"INSERT INTO a VALUES ({id})", Stop);
        }
    }

    /// <summary>The sequence number of a GTID.</summary>
    private static long NumberOf(string position) => long.Parse(position.Split('-')[^1], CultureInfo.InvariantCulture);

    private static IEnumerable<string> Files(string folder) =>
        Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(folder, file)).Order(StringComparer.Ordinal);

    /// <summary>The servers of this class as a system that runs, with a key as its programs leave one.</summary>
    private async Task<(RunningSystem System, string Keys)> SystemAsync()
    {
        var run = Directory.CreateDirectory(Path.Combine(_folder.Path, "run"));
        var keys = run.CreateSubdirectory("keys").FullName;
        var file = Path.Combine(run.FullName, "apphost.json");
        await File.WriteAllTextAsync(file, JsonSerializer.Serialize(new { gateway = "http://127.0.0.1:1/", database = new { primary = Checks } }), Stop);
        var key = Path.Combine(keys, "key-1.xml");
        await File.WriteAllTextAsync(key, "<key />", Stop);
        File.SetUnixFileMode(key, OwnersFile);
        return (RunningSystem.Find(file), keys);
    }
}
