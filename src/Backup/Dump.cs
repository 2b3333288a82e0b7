using System.Diagnostics;
using System.Text;
using System.Text.Json;
using MySqlConnector;

namespace Dugout.Backup;

/// <summary>The manifest of a dump, in a file beside it that is written last: a dump without a manifest is incomplete.</summary>
/// <param name="TakenAt">When its snapshot was taken, UTC, by this machine's clock.</param>
/// <param name="Position">The GTID position of the primary that it shows; null where the engine does not report it.</param>
/// <param name="Tables">The content of the tables at that position.</param>
internal sealed record DumpManifest(DateTime TakenAt, string? Position, IReadOnlyList<TableTally> Tables)
{
    private const string File = "dump.json";

    /// <summary>Reads it.</summary>
    /// <param name="folder">The backup's folder.</param>
    /// <exception cref="UsageException">There is no complete dump.</exception>
    public static DumpManifest Read(string folder)
    {
        try
        {
            return JsonSerializer.Deserialize<DumpManifest>(System.IO.File.ReadAllText(Path.Combine(folder, File)), JsonSerializerOptions.Web) ?? throw new JsonException();
        }
        catch (Exception missing) when (missing is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new UsageException($"{folder} holds no whole dump ({missing.GetType().Name})");
        }
    }

    /// <summary>Writes it.</summary>
    public async Task WriteAsync(string folder, CancellationToken cancel)
    {
        using var writer = Private.Create(Path.Combine(folder, File));
        await writer.WriteLineAsync(JsonSerializer.Serialize(this, JsonSerializerOptions.Web).AsMemory(), cancel);
    }
}

/// <summary>A completed dump.</summary>
/// <param name="Manifest">Its manifest.</param>
/// <param name="Asked">When its snapshot was requested, by <see cref="Stopwatch.GetTimestamp"/>: what was committed by then is in it.</param>
/// <param name="Stood">When the snapshot was established: what was begun after that is not in it.</param>
internal sealed record TakenDump(DumpManifest Manifest, long Asked, long Stood);

/// <summary>
/// Writes a schema to a file of SQL as it was at one moment, despite concurrent writes: one transaction that reads a snapshot and locks nothing. Any
/// client of the engine can restore the file. It needs only the right to read.
/// </summary>
/// <param name="connectionString">The primary, or a replica.</param>
internal sealed class Dump(string connectionString)
{
    /// <summary>The file name in the backup's folder.</summary>
    public const string File = "dump.sql";

    private const int RowsAtOnce = 1_000;

    /// <summary>In characters. A statement is far below the maximum packet of a server (64 MB), and a row of ours is below this length.</summary>
    private const int StatementLength = 1 << 20;

    /// <summary>A zero in an auto-increment column stays a zero, whatever the server's own setting.</summary>
    private const string Mode = "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO";

    /// <summary>Writes the dump.</summary>
    /// <param name="folder">An empty folder, accessible only to its owner: a dump contains all personal data of the database.</param>
    /// <param name="cancel">Cancels it; the files written by then are incomplete.</param>
    /// <exception cref="NotSupportedException">The schema has something that cannot be dumped.</exception>
    public async Task<TakenDump> WriteAsync(string folder, CancellationToken cancel)
    {
        using var connection = new MySqlConnection($"{connectionString};Pooling=false");
        await connection.OpenAsync(cancel);
        await RunAsync(connection, "SET SESSION time_zone = '+00:00'", cancel);
        await RunAsync(connection, "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ", cancel);

        var asked = Stopwatch.GetTimestamp();
        await RunAsync(connection, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY", cancel);
        var stood = Stopwatch.GetTimestamp();
        var takenAt = DateTime.UtcNow;
        var position = await PositionAsync(connection, cancel);

        List<TableTally> tallies = [];
        using (var file = Private.Create(Path.Combine(folder, File)))
        {
            await file.WriteAsync(
                $"""
                -- Dugout at {takenAt:u}, position {position ?? "unknown"}. Into an empty schema, one statement a line.
                SET NAMES utf8mb4;
                SET SESSION time_zone = '+00:00';
                SET SESSION sql_mode = '{Mode}';
                SET SESSION foreign_key_checks = 0;

                """.AsMemory(), cancel);
            foreach (var table in await TableShape.AllAsync(connection, cancel))
            {
                var create = (await TableShape.ReadAsync(connection, $"SHOW CREATE TABLE `{table.Name}`", cancel))[0][1];
                await file.WriteLineAsync($"{create.ReplaceLineEndings(" ")};".AsMemory(), cancel);
                await WriteRowsAsync(connection, table, file, cancel);
                tallies.Add(await TableTally.OfAsync(connection, table, cancel));
            }
        }

        await RunAsync(connection, "COMMIT", cancel);
        var manifest = new DumpManifest(takenAt, position, tallies);
        await manifest.WriteAsync(folder, cancel);
        return new TakenDump(manifest, asked, stood);
    }

    /// <summary>Runs a statement.</summary>
    public static async Task RunAsync(MySqlConnection connection, string sql, CancellationToken cancel)
    {
        using var command = new MySqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(cancel);
    }

    /// <summary>MariaDB reports the log position of a snapshot; other engines do not.</summary>
    private static async Task<string?> PositionAsync(MySqlConnection connection, CancellationToken cancel)
    {
        var log = (await TableShape.ReadAsync(connection, "SHOW STATUS LIKE 'binlog_snapshot_%'", cancel))
            .ToDictionary(row => row[0], row => row[1], StringComparer.OrdinalIgnoreCase);
        return log.TryGetValue("Binlog_snapshot_file", out var file) && log.TryGetValue("Binlog_snapshot_position", out var place) && file.Length > 0
            ? (await TableShape.ReadAsync(connection, $"SELECT BINLOG_GTID_POS('{file}', {place})", cancel))[0][0]
            : null;
    }

    /// <summary>Reads some rows at a time, so that each read stays within the command time-out.</summary>
    private static async Task WriteRowsAsync(MySqlConnection connection, TableShape table, TextWriter file, CancellationToken cancel)
    {
        string[]? last = null;
        int read;
        do
        {
            read = 0;
            var statement = new StringBuilder();
            using var command = new MySqlCommand(table.Select(last, RowsAtOnce), connection);
            using var reader = await command.ExecuteReaderAsync(cancel);
            while (await reader.ReadAsync(cancel))
            {
                last = new string[table.Columns.Count];
                for (var i = 0; i < last.Length; i++) last[i] = table.Columns[i].Literal(reader.IsDBNull(i) ? null : reader.GetString(i));
                statement.Append(statement.Length == 0 ? table.Insert : ",").Append('(').AppendJoin(',', last).Append(')');
                read++;
                if (statement.Length < StatementLength) continue;
                await EndAsync(statement);
            }

            await EndAsync(statement);
        }
        while (read == RowsAtOnce);

        async Task EndAsync(StringBuilder statement)
        {
            if (statement.Length == 0) return;
            await file.WriteLineAsync(statement.Append(';'), cancel);
            statement.Clear();
        }
    }
}

/// <summary>Files that only their owner can read.</summary>
internal static class Private
{
    /// <summary>Creates a file, in UTF-8.</summary>
    /// <exception cref="IOException">It exists already, or cannot be written.</exception>
    public static StreamWriter Create(string path) => new(path, new FileStreamOptions
    {
        Mode = FileMode.CreateNew,
        Access = FileAccess.Write,
        UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite,
    });
}
