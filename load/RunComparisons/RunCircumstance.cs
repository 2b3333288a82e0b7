using System.Globalization;
using Dugout.Load.Results;

namespace Dugout.Load.RunComparisons;

/// <summary>A circumstance of two runs.</summary>
/// <param name="Name">What it is.</param>
/// <param name="A">That of the first run.</param>
/// <param name="B">That of the second.</param>
internal sealed record RunCircumstance(string Name, string A, string B)
{
    /// <summary>The circumstances in which two runs differ: source, machine, packages, system, data and settings. Load averages are left out: they always differ.</summary>
    public static IReadOnlyList<RunCircumstance> Differing(RunRecord a, RunRecord b) =>
        [.. Of(a).Zip(Of(b), (first, second) => new RunCircumstance(first.Name, first.Value, second.Value)).Concat(Rows(a.RowsBefore, b.RowsBefore)).Where(one => one.A != one.B)];

    /// <summary>The number of rows of each main table before the load.</summary>
    private static IEnumerable<RunCircumstance> Rows(IReadOnlyDictionary<string, long>? a, IReadOnlyDictionary<string, long>? b)
    {
        return from table in ((IReadOnlyDictionary<string, long>?[])[a, b]).SelectMany(rows => rows?.Keys ?? []).Distinct() select new RunCircumstance($"rows of {table} before", Count(a, table), Count(b, table));

        static string Count(IReadOnlyDictionary<string, long>? rows, string table) => rows is null ? "unknown" : rows.GetValueOrDefault(table).ToString("#,0", CultureInfo.InvariantCulture);
    }

    private static IEnumerable<(string Name, string Value)> Of(RunRecord run)
    {
        yield return ("commit", run.Commit is { } commit ? commit.Hash[..Math.Min(12, commit.Hash.Length)] + (commit.IsDirty ? " with changes" : "") : "unknown");
        yield return ("cores", Text(run.Machine.Cores));
        yield return ("processor", run.Machine.Processor);
        yield return ("kernel", run.Machine.Kernel);
        yield return (".NET", run.Machine.DotNet);
        yield return ("load program", run.Machine.Optimized ? "optimized" : "not optimized");
        yield return ("packages", string.Join(", ", run.Packages.Select(package => $"{package.Name} {package.Version} ({(package.IsReal ? "real" : "stand-in")})")));
        yield return ("database", run.Engine ?? "unknown");
        yield return ("processes", string.Join(", ", run.System));
        foreach (var setting in Settings(run.Settings)) yield return setting;
        yield return ("CPU limit of an API replica, cores", Text(run.ApiCores));
        yield return ("CPU limit of the first API replica, cores", Text(run.FirstApiCores));
        yield return ("disturbed process", run.Disturbed is { } disturbed ? string.Create(CultureInfo.InvariantCulture, $"{disturbed.Process} from {disturbed.From:0.0} to {disturbed.To:0.0} s") : "none");
    }

    private static IEnumerable<(string Name, string Value)> Settings(SettingsRecord settings)
    {
        yield return ("preset", settings.Preset);
        yield return ("load", string.Join("; ", settings.Phases.Select(phase => phase.InWords)));
        yield return ("scale", Text(settings.Scale));
        yield return ("warm-up, s", Text(settings.WarmUpSeconds));
        yield return ("keys", settings.Keys);
        yield return ("pause, ms", Text(settings.ThinkMilliseconds));
        yield return ("leave midway, %", Text(settings.AbandonPercent));
        yield return ("write, %", Text(settings.WritePercent));
        yield return ("accounts", Text(settings.Accounts));
        yield return ("sign-in", settings.SignInEach ? "in every iteration" : "before the measurement");
        yield return ("seed", Text(settings.Seed));
    }

    private static string Text(double? value) => value?.ToString("0.######", CultureInfo.InvariantCulture) ?? "none";
}
