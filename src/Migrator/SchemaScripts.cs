using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using Dapper;
using Dugout.Features;
using MySqlConnector;

namespace Dugout.Migrator;

/// <summary>
/// Applies each slice's numbered scripts once, slice by slice in the order of <see cref="AllFeatures.Schemas"/>. A
/// script's checksum is stored: a script that was changed after it was applied is rejected. MySQL commits every schema statement
/// separately, so progress is stored per statement; an interrupted run continues at its statement, and where that one had
/// run but was not recorded, the server's error shows that and it counts as done.
/// </summary>
internal sealed class SchemaScripts(MySqlConnection connection, TextWriter log)
{
    /// <summary>One script: <c>Seats/Schema/001_seats.sql</c>.</summary>
    internal sealed record Script(string Name, string Checksum, IReadOnlyList<string> Statements);

    private sealed record Progress(string Checksum, int Done);

    public async Task ApplyAsync(CancellationToken cancellation)
    {
        await connection.ExecuteAsync(new(
            """
            CREATE TABLE IF NOT EXISTS schema_scripts (
                name       VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
                checksum   CHAR(64)     CHARACTER SET ascii NOT NULL,
                done       INT          NOT NULL,
                applied_at DATETIME(6)  NOT NULL
            ) ENGINE = InnoDB
            """, cancellationToken: cancellation));
        foreach (var script in Scripts())
            await ApplyAsync(script, cancellation);
    }

    private async Task ApplyAsync(Script script, CancellationToken cancellation)
    {
        var progress = await connection.QuerySingleOrDefaultAsync<Progress>(new(
            "SELECT checksum, done FROM schema_scripts WHERE name = @Name", new { script.Name }, cancellationToken: cancellation));
        if (progress is not null && progress.Checksum != script.Checksum)
            throw new MigrationFailedException(
                $"The script {script.Name} was changed after it was applied; add a new script instead, or start with --reset.");
        if (progress is null)
            await connection.ExecuteAsync(new(
                "INSERT INTO schema_scripts (name, checksum, done, applied_at) VALUES (@Name, @Checksum, 0, UTC_TIMESTAMP(6))",
                new { script.Name, script.Checksum }, cancellationToken: cancellation));

        var done = progress?.Done ?? 0;
        for (var next = done; next < script.Statements.Count; next++)
        {
            var mayHaveRun = progress is not null && next == done;
            await RunAsync(script.Statements[next], mayHaveRun, cancellation);
            await connection.ExecuteAsync(new(
                "UPDATE schema_scripts SET done = @done, applied_at = UTC_TIMESTAMP(6) WHERE name = @Name",
                new { done = next + 1, script.Name }, cancellationToken: cancellation));
        }

        if (done < script.Statements.Count)
            await log.WriteLineAsync($"Applied {script.Name}.");
    }

    private async Task RunAsync(string statement, bool mayHaveRun, CancellationToken cancellation)
    {
        try
        {
            await connection.ExecuteAsync(new(statement, commandTimeout: 600, cancellationToken: cancellation));
        }
        catch (MySqlException error) when (mayHaveRun && error.SaysAlreadyDone())
        {
            // An interrupted run had executed this statement but not recorded it.
        }
    }

    /// <summary>Returns all scripts, in the order they are applied.</summary>
    internal static IEnumerable<Script> Scripts()
    {
        Assembly[] assemblies = [typeof(SliceTables).Assembly, typeof(AllFeatures).Assembly];
        return
            from slice in AllFeatures.Schemas
            from assembly in assemblies
            from name in assembly.GetManifestResourceNames().Order(StringComparer.Ordinal)
            where name.StartsWith($"{slice}/Schema/", StringComparison.Ordinal)
            select Read(assembly, name);
    }

    private static Script Read(Assembly assembly, string name)
    {
        using var reader = new StreamReader(assembly.GetManifestResourceStream(name)!);
        var text = reader.ReadToEnd().ReplaceLineEndings("\n");
        return new(name, Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text))), Split(text));
    }

    /// <summary>Splits a script into statements. A statement ends with a semicolon at the end of a line.</summary>
    internal static IReadOnlyList<string> Split(string text) =>
        [.. text.Split(";\n", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)];
}
