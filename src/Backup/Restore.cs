using MySqlConnector;

namespace Dugout.Backup;

/// <summary>Runs a dump's statements on an empty schema. Replicas receive them by replication.</summary>
/// <param name="connectionString">The primary, with an account that may create tables.</param>
internal sealed class Restore(string connectionString)
{
    private const string Remark = "--";

    /// <summary>Runs them.</summary>
    /// <param name="folder">The backup's folder.</param>
    /// <param name="cancel">Cancels it; the schema is then unusable.</param>
    /// <exception cref="UsageException">There is no complete dump, or the schema is not empty: nothing was changed.</exception>
    public async Task<DumpManifest> RunAsync(string folder, CancellationToken cancel)
    {
        var manifest = DumpManifest.Read(folder);
        using var connection = new MySqlConnection($"{connectionString};Pooling=false");
        await connection.OpenAsync(cancel);
        var there = await TableShape.ReadAsync(connection, "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()", cancel);
        if (there.Count > 0) throw new UsageException($"the schema is not empty: it has {there[0][0]}");

        using var file = new StreamReader(Path.Combine(folder, Dump.File));
        while (await file.ReadLineAsync(cancel) is { } line)
        {
            if (line.Length > 0 && !line.StartsWith(Remark, StringComparison.Ordinal)) await Dump.RunAsync(connection, line.TrimEnd(';'), cancel);
        }

        return manifest;
    }
}
