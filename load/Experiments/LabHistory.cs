using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Dugout.Load.Exits;
using Dugout.Load.Results;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>One past result of an experiment for one variant. A ratio is more comparable across machines than a time, but not across numbers of cores.</summary>
/// <param name="Utc">When it began.</param>
/// <param name="Commit">The source it was built from; null outside git.</param>
/// <param name="Dirty">Whether files differed from it.</param>
/// <param name="Experiment">Its name.</param>
/// <param name="Variant">The variant compared with the first one.</param>
/// <param name="Metric">The deciding metric.</param>
/// <param name="Ratio">The variant's value divided by the first variant's.</param>
/// <param name="Low">The lower end of its interval.</param>
/// <param name="High">The upper end.</param>
/// <param name="Verdict">The verdict.</param>
/// <param name="Cores">Cores of the machine.</param>
internal sealed record HistoryLine(
    DateTime Utc, string? Commit, bool Dirty, string Experiment, string Variant, string Metric, double Ratio, double Low, double High, Effect Verdict, int Cores);

/// <summary>The verdicts of all finished experiments of a checkout, in the order they were finished: an append-only file with one JSON object per line.</summary>
/// <param name="folder">The folder of records.</param>
internal sealed class LabHistory(string folder)
{
    private const int CommitShown = 10;

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.KebabCaseLower) },
    };

    private readonly JsonLines<HistoryLine> _lines = new(Path.Combine(folder, "history.jsonl"), "a verdict of an experiment", Json);

    /// <summary>The lines of a record: none where it is partial, a trial was void, or a check failed.</summary>
    public static IEnumerable<HistoryLine> LinesOf(ExperimentRecord record)
    {
        if (!record.IsComplete || record.Comparison is not { } comparison || record.Trials.Any(trial => trial.Void is not null || trial.IsIncorrect) || Comparison.NotCaught(record.Trials).Any()) yield break;
        foreach (var ratio in comparison.Ratios)
        {
            if (ratio.Verdict is { } verdict)
                yield return new(record.BegunAt, record.Commit?.Hash, record.Commit?.IsDirty ?? false, record.Name, ratio.Variant, ratio.Metric, ratio.Ratio.Estimate, ratio.Ratio.Low, ratio.Ratio.High, verdict, record.Cores);
        }
    }

    /// <summary>Appends the lines of a record.</summary>
    public async Task AddAsync(ExperimentRecord record)
    {
        var lines = LinesOf(record).ToList();
        if (lines.Count > 0) await _lines.AddAsync(lines);
    }

    /// <summary>Every line; none where no experiment was finished yet.</summary>
    /// <exception cref="UsageException">A line cannot be read.</exception>
    public Task<IReadOnlyList<HistoryLine>> ReadAsync() => _lines.ReadAsync();

    /// <summary>Ratios over commits, each experiment's variants together, in the order of time.</summary>
    public static string Table(IEnumerable<HistoryLine> lines) => Columns.Of(
        [
            ["experiment", "variant", "begun, UTC", "commit", "ratio", "interval", "verdict", "decided by", "cores"],
            .. lines.GroupBy(line => (line.Experiment, line.Variant)).SelectMany(variant => variant.OrderBy(line => line.Utc)).Select(line => (string[])
            [
                line.Experiment, line.Variant, line.Utc.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture), (line.Commit is { } hash ? hash[..Math.Min(CommitShown, hash.Length)] : "?") + (line.Dirty ? " + changes" : ""),
                Number(line.Ratio), $"[{Number(line.Low)}, {Number(line.High)}]", ComparisonTable.InWords(line.Verdict), line.Metric, line.Cores.ToString(CultureInfo.InvariantCulture),
            ]),
        ],
        4, 8);

    private static string Number(double value) => value.ToString("0.000", CultureInfo.InvariantCulture);
}
