using System.Text.Encodings.Web;
using System.Text.Json;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Results;

namespace Dugout.Load.Experiments;

/// <summary>The result of a demonstration: claims, each observed or not.</summary>
internal sealed record DemonstrationRecord
{
    /// <summary>The file name of the record in its folder.</summary>
    public const string FileName = "demonstration.json";

    private const int ThisFormat = 1;

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web) { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>The version of the format; a program reads only the format it knows.</summary>
    public int Format { get; init; } = ThisFormat;

    /// <summary>The demonstration.</summary>
    public required string Name { get; init; }

    /// <summary>The question it answers.</summary>
    public required string Question { get; init; }

    /// <summary>When it began, UTC.</summary>
    public required DateTime BegunAt { get; init; }

    /// <summary>The source the program was built from; null outside git.</summary>
    public required CommitRecord? Commit { get; init; }

    /// <summary>Cores of the machine.</summary>
    public required int Cores { get; init; }

    /// <summary>The claims, and whether they were observed.</summary>
    public required IReadOnlyList<Claim> Claims { get; init; }

    /// <summary>The exit code of the program: success when all claims were observed.</summary>
    public int ExitCode => Claims.All(claim => claim.IsObserved) ? Exits.ExitCode.Good : Exits.ExitCode.Undecided;

    /// <summary>Writes it into a folder and returns the file.</summary>
    /// <exception cref="NoSystemException">It cannot be written.</exception>
    public string Write(string folder) => RecordFile.WriteBeside(folder, FileName, JsonSerializer.Serialize(this, Json) + "\n");

    /// <summary>Reads a file, or the one in a folder.</summary>
    /// <exception cref="UsageException">It does not exist, or is no record of this format.</exception>
    public static DemonstrationRecord Read(string path)
    {
        var file = Directory.Exists(path) ? Path.Combine(path, FileName) : path;
        try
        {
            return JsonSerializer.Deserialize<DemonstrationRecord>(File.ReadAllText(file), Json) is { Format: ThisFormat } record ? record : throw new UsageException($"{file} is not a record of format {ThisFormat}");
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new UsageException($"{file} cannot be read as the record of a demonstration ({unreadable.GetType().Name})");
        }
    }
}
