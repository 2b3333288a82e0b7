using Dugout.Load.Results;

namespace Dugout.Load.RunComparisons;

/// <summary>The comparison of two runs as plain text.</summary>
internal static class RunComparisonTable
{
    /// <summary>The columns of the figures.</summary>
    public static IReadOnlyList<string> Head { get; } = ["figure", "A", "B", "B/A"];

    /// <summary>Both runs, what to know before reading the figures, and the table of figures.</summary>
    public static string Of(RunComparison comparison) => string.Join('\n',
    [
        FormattableString.Invariant($"{comparison.A.Scenario}: A of {comparison.A.BeganAt.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, B of {comparison.B.BeganAt.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC"),
        RunComparison.NoVerdict,
        .. comparison.Warnings.Select(warning => $"warning: {warning}"),
        .. comparison.Differing.Select(one => $"differs: {one.Name}: {one.A} | {one.B}"),
        "",
        Columns.Of([[.. Head], .. comparison.Figures.Select(figure => figure.Cells)], 1, 2, 3),
    ]);
}
