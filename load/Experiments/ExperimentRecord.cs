using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Dugout.Load.Exits;
using Dugout.Load.Results;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>An experiment's variant, as stored in the record.</summary>
internal sealed record VariantRecord(string Name, IReadOnlyList<string> Options, IReadOnlyDictionary<string, string> Api, VariantLoad? Load = null, double? ApiCores = null, int? HashRounds = null)
{
    /// <summary>The CPU limit of the first API replica, in cores, where it differs; null where it does not, and in a record older than this field.</summary>
    public double? FirstApiCores { get; init; }

    /// <summary>Settings of the gateway; null in a record older than this field.</summary>
    public IReadOnlyDictionary<string, string>? Gateway { get; init; }

    /// <summary>Faults that were injected; null where there were none, and in a record older than this field.</summary>
    public IReadOnlyList<string>? Faults { get; init; }

    /// <summary>The proxy between requests and replicas.</summary>
    public Proxy Proxy { get; init; }

    /// <summary>The configuration of an nginx in place of the gateway; null where there is none, and in a record older than this field.</summary>
    public NginxSettings? Nginx { get; init; }

    /// <summary>A variant as it was run.</summary>
    public static VariantRecord Of(Variant variant) => new(variant.Name, variant.CommandLine, variant.Api, variant.Load, variant.ApiCores, variant.HashRounds)
    {
        FirstApiCores = variant.FirstApiCores,
        Gateway = variant.SettingsOf(Variant.GatewayName),
        Faults = variant.Faults is { Count: > 0 } faults ? faults : null,
        Proxy = variant.Proxy,
        Nginx = variant.Proxy == Proxy.Nginx ? variant.Nginx : null,
    };

    /// <summary>All its differences from other variants, for the report.</summary>
    [JsonIgnore]
    public string InWords => string.Join("; ", Parts());

    private IEnumerable<string> Parts()
    {
        yield return string.Join(' ', Options);
        foreach (var (name, value) in Api.Concat(Gateway ?? new Dictionary<string, string>())) yield return $"{name}={value}";
        if (Faults is { } faults) yield return $"faults: {string.Join(", ", faults)}";
        if (ApiCores is { } cores) yield return string.Create(CultureInfo.InvariantCulture, $"each API replica has {cores:0.##} cores");
        if (FirstApiCores is { } first) yield return string.Create(CultureInfo.InvariantCulture, $"the first one {first:0.##}");
        if (Proxy == Proxy.None) yield return "requests go directly to the first replica";
        if (Nginx is { } nginx) yield return nginx.InWords;
        if (HashRounds is { } rounds) yield return string.Create(CultureInfo.InvariantCulture, $"password hashes of {rounds} rounds");
        if (Load is { } load) yield return load.InWords;
    }
}

/// <summary>The complete result of an experiment: the question, the rule, every trial, and the conclusion. The file is rewritten after each trial.</summary>
internal sealed record ExperimentRecord
{
    /// <summary>The file name of the record in its folder; each trial's own record is in a subfolder.</summary>
    public const string FileName = "comparison.json";

    private const int ThisFormat = 1;

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.KebabCaseLower) },
    };

    /// <summary>The version of the format; a program reads only the format it knows.</summary>
    public int Format { get; init; } = ThisFormat;

    /// <summary>Whether every block was run.</summary>
    public required bool IsComplete { get; init; }

    /// <summary>The experiment.</summary>
    public required string Name { get; init; }

    /// <summary>The question it answers.</summary>
    public required string Question { get; init; }

    /// <summary>When it began, UTC.</summary>
    public required DateTime BegunAt { get; init; }

    /// <summary>The seed of the order of variants and of the resampling.</summary>
    public required int Seed { get; init; }

    /// <summary>The source the program was built from, as reported by the checkout; null outside git.</summary>
    public CommitRecord? Commit { get; init; }

    /// <summary>Cores of the machine.</summary>
    public required int Cores { get; init; }

    /// <summary>Debug or Release, and which packages are stand-ins.</summary>
    public required string Built { get; init; }

    /// <summary>The variants, including the second run of the first.</summary>
    public required IReadOnlyList<VariantRecord> Variants { get; init; }

    /// <summary>The load, with the discarded warm-up, on variants without a load of their own.</summary>
    public required VariantLoad Load { get; init; }

    /// <summary>The meaning of a verdict here, where it is not the obvious one.</summary>
    public string? Interpretation { get; init; }

    /// <summary>The goal of one of the variants; null where there is none, and in a record older than this field.</summary>
    public Goal? Goal { get; init; }

    /// <summary>The deciding metric.</summary>
    public required string Metric { get; init; }

    /// <summary>When a claim may be made.</summary>
    public required ClaimRule Rule { get; init; }

    /// <summary>Every trial, in the order they were run.</summary>
    public required IReadOnlyList<Trial> Trials { get; init; }

    /// <summary>The results of pools of each size, where the variants are sizes of a pool.</summary>
    public IReadOnlyList<PoolPoint>? Curve { get; init; }

    /// <summary>The comparison; null while there are too few trials.</summary>
    public Comparison? Comparison { get; init; }

    /// <summary>The same trials, with what follows from them computed again.</summary>
    public ExperimentRecord Recomputed() => this with
    {
        Comparison = Comparison.Of(this),
        Curve = Curve is null ? null : PoolCurve.Of(Trials.Where(trial => trial.Variant != Variants[1].Name)),
    };

    /// <summary>Writes the file atomically.</summary>
    public async Task WriteAsync(string file)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file))!);
        await File.WriteAllTextAsync(file + ".new", JsonSerializer.Serialize(this, Json) + "\n");
        File.Move(file + ".new", file, overwrite: true);
    }

    /// <summary>The text of a file with what this record says of the trials, see <see cref="Recomputed"/>, and the trials as they were written.</summary>
    public async Task<string> RewriteAsync(string file)
    {
        var written = JsonNode.Parse(await File.ReadAllTextAsync(file))!;
        written["comparison"] = JsonSerializer.SerializeToNode(Comparison, Json);
        if (Curve is not null) written["curve"] = JsonSerializer.SerializeToNode(Curve, Json);
        return written.ToJsonString(Json) + "\n";
    }

    /// <summary>Reads a file, or the one in a folder.</summary>
    /// <exception cref="UsageException">It does not exist, or is no record of this format.</exception>
    public static async Task<ExperimentRecord> ReadAsync(string path)
    {
        var file = Directory.Exists(path) ? Path.Combine(path, FileName) : path;
        try
        {
            var record = JsonSerializer.Deserialize<ExperimentRecord>(await File.ReadAllTextAsync(file), Json);
            return record is { Format: ThisFormat } ? record.WithLoadWindows() : throw new UsageException($"{file} is not a record of format {ThisFormat}");
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new UsageException($"{file} cannot be read as the record of an experiment ({unreadable.GetType().Name})");
        }
    }

    private ExperimentRecord WithLoadWindows() => this with
    {
        Trials = [.. Trials.Select(trial => trial.LoadSeconds > 0 ? trial : trial with { LoadSeconds = (Variants.FirstOrDefault(variant => variant.Name == trial.Variant)?.Load ?? Load).Seconds })],
    };
}
