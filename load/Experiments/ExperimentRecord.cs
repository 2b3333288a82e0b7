using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Dugout.Load.Results;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>An experiment's arm, as it stands in the record.</summary>
internal sealed record ArmEntry(string Name, IReadOnlyList<string> Options, IReadOnlyDictionary<string, string> Api, ArmLoad? Load = null, double? ApiCores = null, int? HashRounds = null)
{
    /// <summary>The most CPU the first API replica may use, where that is another; null where it isn't, and in a record from before it was kept.</summary>
    public double? FirstApiCores { get; init; }

    /// <summary>Settings of the gateway; null in a record from before they were kept.</summary>
    public IReadOnlyDictionary<string, string>? Gateway { get; init; }

    /// <summary>Faults that were injected; null where there were none, and in a record from before they were kept.</summary>
    public IReadOnlyList<string>? Faults { get; init; }

    /// <summary>Through what requests come to the replicas.</summary>
    public Door Door { get; init; }

    /// <summary>How an nginx is set up that is the door; null where there is none, and in a record from before it was kept.</summary>
    public NginxSettings? Nginx { get; init; }

    /// <summary>An arm as it was run.</summary>
    public static ArmEntry Of(Arm arm) => new(arm.Name, arm.CommandLine, arm.Api, arm.Load, arm.ApiCores, arm.HashRounds)
    {
        FirstApiCores = arm.FirstApiCores,
        Gateway = arm.Gateway,
        Faults = arm.Faults is { Count: > 0 } faults ? faults : null,
        Door = arm.Door,
        Nginx = arm.Door == Door.Nginx ? arm.Nginx : null,
    };

    /// <summary>All that makes it differ from others, for the report.</summary>
    [JsonIgnore]
    public string InWords => string.Join("; ", Parts());

    private IEnumerable<string> Parts()
    {
        yield return string.Join(' ', Options);
        foreach (var (name, value) in Api.Concat(Gateway ?? new Dictionary<string, string>())) yield return $"{name}={value}";
        if (Faults is { } faults) yield return $"faults: {string.Join(", ", faults)}";
        if (ApiCores is { } cores) yield return string.Create(CultureInfo.InvariantCulture, $"each API replica has {cores:0.##} cores");
        if (FirstApiCores is { } first) yield return string.Create(CultureInfo.InvariantCulture, $"but the first one {first:0.##}");
        if (Door == Door.None) yield return "requests go straight to the first replica";
        if (Nginx is { } nginx) yield return nginx.InWords;
        if (HashRounds is { } rounds) yield return string.Create(CultureInfo.InvariantCulture, $"password hashes of {rounds} rounds");
        if (Load is { } load) yield return load.InWords;
    }
}

/// <summary>All that an experiment found: what was asked and agreed, every turn, and what follows. The file is written anew after each turn.</summary>
internal sealed record ExperimentRecord
{
    /// <summary>What the record is called in its folder; each turn's own is in a folder below.</summary>
    public const string FileName = "comparison.json";

    private const int ThisFormat = 1;

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.KebabCaseLower) },
    };

    /// <summary>Which members the record has; a program reads only the format it knows.</summary>
    public int Format { get; init; } = ThisFormat;

    /// <summary>Whether every block was run.</summary>
    public required bool IsComplete { get; init; }

    /// <summary>The experiment.</summary>
    public required string Name { get; init; }

    /// <summary>What was asked.</summary>
    public required string Question { get; init; }

    /// <summary>When it began, UTC.</summary>
    public required DateTime BegunAt { get; init; }

    /// <summary>What drew the order of arms and the resampled blocks.</summary>
    public required int Seed { get; init; }

    /// <summary>The source the program was built from, as far as the checkout tells; null outside git.</summary>
    public CommitRecord? Commit { get; init; }

    /// <summary>Cores of the machine.</summary>
    public required int Cores { get; init; }

    /// <summary>Debug or Release, and which packages are stand-ins.</summary>
    public required string Built { get; init; }

    /// <summary>The arms, the first again included.</summary>
    public required IReadOnlyList<ArmEntry> Arms { get; init; }

    /// <summary>What was pushed, with the warm-up that was discarded, at arms that have no load of their own.</summary>
    public required ArmLoad Load { get; init; }

    /// <summary>What a verdict means here, where that isn't what one would think.</summary>
    public string? Reading { get; init; }

    /// <summary>What was promised of one of the arms; null where nothing was, and in a record from before it was kept.</summary>
    public Goal? Goal { get; init; }

    /// <summary>The metric that decides.</summary>
    public required string Metric { get; init; }

    /// <summary>When something may be claimed.</summary>
    public required ClaimRule Rule { get; init; }

    /// <summary>Every turn, in the order they were run.</summary>
    public required IReadOnlyList<ArmTurn> Turns { get; init; }

    /// <summary>What pools of each size did, where the arms are sizes of a pool.</summary>
    public IReadOnlyList<PoolPoint>? Curve { get; init; }

    /// <summary>What the turns say; null while they are too few.</summary>
    public Comparison? Comparison { get; init; }

    /// <summary>Writes the file in one step.</summary>
    public async Task WriteAsync(string file)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file))!);
        await File.WriteAllTextAsync(file + ".new", JsonSerializer.Serialize(this, Json) + "\n").ConfigureAwait(false);
        File.Move(file + ".new", file, overwrite: true);
    }

    /// <summary>Reads a file, or the one in a folder.</summary>
    /// <exception cref="UsageException">It isn't there, or is no record of this format.</exception>
    public static async Task<ExperimentRecord> ReadAsync(string path)
    {
        var file = Directory.Exists(path) ? Path.Combine(path, FileName) : path;
        try
        {
            var record = JsonSerializer.Deserialize<ExperimentRecord>(await File.ReadAllTextAsync(file).ConfigureAwait(false), Json);
            return record is { Format: ThisFormat } ? record : throw new UsageException($"{file} is no record of format {ThisFormat}");
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new UsageException($"{file} cannot be read as the record of an experiment ({unreadable.GetType().Name})");
        }
    }
}
