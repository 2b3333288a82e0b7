using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Dugout.Load.Client;
using Dugout.Load.Exits;

namespace Dugout.Load.Results;

/// <summary>A run's folder, with its <c>record.json</c>.</summary>
internal static class RecordFile
{
    /// <summary>The file name of the record in its folder.</summary>
    public const string Name = "record.json";

    /// <summary>Creates the folder of a new run: the named one, or else <c>.lab/time-name</c> at the root of the checkout.</summary>
    /// <param name="named">The requested folder; null for the default.</param>
    /// <param name="home">The folder of <c>.lab</c>.</param>
    /// <param name="run">The run's name.</param>
    /// <param name="now">When it begins.</param>
    /// <exception cref="NoSystemException">The folder cannot be created or written.</exception>
    public static string Prepare(string? named, string home, string run, DateTimeOffset now)
    {
        var folder = Path.GetFullPath(named ?? Path.Combine(home, ".lab", now.UtcDateTime.ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture) + "-" + run));
        for (var i = 2; named is null && Directory.Exists(folder); i++) folder = $"{(i == 2 ? folder : folder[..folder.LastIndexOf('-')])}-{i}";
        return Writing(folder, () =>
        {
            // Fail now rather than after the run.
            var file = Path.Combine(Directory.CreateDirectory(folder).FullName, Name);
            if (File.Exists(file)) throw new IOException($"{file} already exists");
            using (File.Create(file, 1, FileOptions.DeleteOnClose))
            {
            }

            return folder;
        });
    }

    /// <summary>Writes a record into its folder and returns the file.</summary>
    /// <exception cref="NoSystemException">It cannot be written, for example because the disk is full.</exception>
    public static string Write(string folder, RunRecord record) => Writing(folder, () =>
    {
        // Write atomically: a record is complete or absent.
        var file = Path.Combine(folder, Name);
        var unfinished = file + ".new";
        File.WriteAllBytes(unfinished, JsonSerializer.SerializeToUtf8Bytes(record, RecordJson.Default.RunRecord));
        File.Move(unfinished, file, overwrite: true);
        return file;
    });

    /// <summary>Writes another file into a record's folder, replacing one of the same name, and returns the file.</summary>
    /// <exception cref="NoSystemException">It cannot be written.</exception>
    public static string WriteBeside(string folder, string name, string text) => Writing(folder, () =>
    {
        var file = Path.Combine(folder, name);
        File.WriteAllText(file, text);
        return file;
    });

    /// <summary>The folder of a record that was named by its file or by its folder.</summary>
    public static string FolderOf(string named) => Directory.Exists(named) ? named : Path.GetDirectoryName(Path.GetFullPath(named))!;

    /// <summary>Reads a record: a file, or the folder it is in.</summary>
    /// <exception cref="UsageException">There is no record, it cannot be read, or its format is unknown to this program.</exception>
    public static RunRecord Read(string path)
    {
        var file = Directory.Exists(path) ? Path.Combine(path, Name) : path;
        try
        {
            var record = JsonSerializer.Deserialize(File.ReadAllBytes(file), RecordJson.Default.RunRecord);
            return record is { Version: RunRecord.CurrentVersion } ? record : throw new UsageException($"{file} has record version {record?.Version}; this program reads version {RunRecord.CurrentVersion}");
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or JsonException or ArgumentException)
        {
            throw new UsageException($"{file} cannot be read as a record: {unreadable.Message}");
        }
    }

    private static string Writing(string folder, Func<string> write)
    {
        try
        {
            return write();
        }
        catch (Exception full) when (full is IOException or UnauthorizedAccessException)
        {
            throw new NoSystemException($"the record cannot be written to {folder}: {full.Message}");
        }
    }
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, UseStringEnumConverter = true, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(RunRecord))]
internal sealed partial class RecordJson : JsonSerializerContext;
