using System.Text.RegularExpressions;
using Dugout.Infrastructure.Run;
using Dugout.Load.Experiments;
using Dugout.Load.Results;
using Xunit;

namespace Dugout.Load.Tests.Published;

/// <summary>Documents state what the published records say: their figures are computed from the records again, and a figure that cannot be is a failure.</summary>
public sealed partial class PublishedResultsTests
{
    /// <summary>Set, rows of published results are rewritten from their records, but for the last two cells.</summary>
    private const string Rewrite = "DUGOUT_REWRITE_GOLDEN";

    public static TheoryData<string> All => [.. PublishedRecords.All];

    public static TheoryData<string> Experiments => [.. PublishedRecords.Experiments];

    public static TheoryData<string> Runs => [.. PublishedRecords.Runs];

    /// <summary>The interval of a ratio comes from seeded draws, so that the same trials have the same one. `load -- report` computes a record's comparison again.</summary>
    [Theory]
    [MemberData(nameof(All))]
    public async Task A_comparison_follows_from_its_trials(string name)
    {
        var record = await PublishedRecords.ReadAsync(name);

        var (computed, written) = (Comparison.Of(record)!, record.Comparison!);
        Assert.Equal(computed.IsQuiet, written.IsQuiet);
        Assert.Equal(computed.Ratios.Select(ratio => (ratio.Variant, ratio.Metric, ratio.Verdict)), written.Ratios.Select(ratio => (ratio.Variant, ratio.Metric, ratio.Verdict)));
        Assert.Equal(computed.Ratios.SelectMany(Numbers), written.Ratios.SelectMany(Numbers), (one, other) => Math.Abs(one - other) <= 1e-9 * Math.Abs(one));

        static double[] Numbers(VariantRatio ratio) => [ratio.Baseline, ratio.Value, ratio.Ratio.Estimate, ratio.Ratio.Low, ratio.Ratio.High];
    }

    [Theory]
    [MemberData(nameof(Experiments))]
    public async Task A_row_states_what_its_record_says(string name)
    {
        var record = await PublishedRecords.ReadAsync(name);
        var expected = ResultRow.Of(record);

        var row = Row(name, expected);

        Assert.True(record.IsComplete);
        Assert.Equal(expected, row[..expected.Length]);
        AssertFigures(new RemarkFigures(record).All, row[^1]);
    }

    [Theory]
    [MemberData(nameof(Runs))]
    public void A_single_run_s_row_states_what_its_record_says(string name)
    {
        var record = RecordFile.Read(Path.Combine(PublishedRecords.Folder, name));
        var expected = ResultRow.Of(name, record);

        var row = Row(name, expected);

        Assert.Equal(expected, row[..expected.Length]);
        AssertFigures(RemarkFigures.Of(record), row[^1]);
    }

    [Fact]
    public void Every_row_has_a_record() =>
        Assert.Equal(
            PublishedRecords.Experiments.Concat(PublishedRecords.Runs).Order(StringComparer.Ordinal),
            RowOfRecord().Matches(File.ReadAllText(PublishedRecords.Document)).Select(row => row.Groups["name"].Value).Order(StringComparer.Ordinal));

    [Fact]
    public void Experiments_without_a_record_are_named()
    {
        var missing = AllExperiments.List.Select(experiment => experiment.Name).Append(AllExperiments.LuaAtomic).Except(PublishedRecords.All)
            .Where(name => !File.Exists(Path.Combine(PublishedRecords.Folder, $"{name}.json"))).Order(StringComparer.Ordinal);

        Assert.Contains($"No record is published of {string.Join(", ", missing.Select(name => $"`{name}`"))}.", File.ReadAllText(PublishedRecords.Document), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("README.md")]
    [InlineData("README.ko.md")]
    public async Task The_root_document_quotes_records(string document)
    {
        var path = Path.Combine(Checkout.Current!, document);
        var quoted = QuotedRecord().Matches(await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken)).Select(row => row.Groups["name"].Value).ToList();

        Assert.Equal(5, quoted.Count);
        foreach (var name in quoted)
        {
            var record = await PublishedRecords.ReadAsync(name);
            var row = PublishedRecords.Row(path, $"load/published/{name}");
            Assert.Contains(record.Comparison!.Ratios, ratio =>
                ratio.Metric == record.Metric && ratio.Verdict is { } verdict && row[2] == ResultRow.InWords(ratio.Ratio)
                && row[1].Contains($"{ResultRow.Number(ratio.Baseline)} → {ResultRow.Number(ratio.Value)}", StringComparison.Ordinal)
                && (document != "README.md" || name == "open-or-closed" || row[3] == ComparisonTable.InWords(verdict)));
        }
    }

    [Theory]
    [InlineData("12 callers used 3.5 of 40 connections", true)]
    [InlineData("12 callers used 3.6 of 40 connections", false)]
    [InlineData("12 callers used 3.5 of 40 connections, 5 are enough", false)]
    [InlineData("no figure", false)]
    public void A_figure_that_no_record_has_is_found(string remark, bool isRight) =>
        Assert.Equal(isRight, Unsupported(["12 callers used 3.5 of 40 connections"], remark) is null);

    private static void AssertFigures(IEnumerable<string> figures, string remark)
    {
        if (Unsupported(figures, remark) is { } wrong) Assert.Fail(wrong);
    }

    /// <summary>What is wrong with a remark: a figure of the record is missing, or there is another one; null where nothing is.</summary>
    private static string? Unsupported(IEnumerable<string> figures, string remark)
    {
        var rest = remark;
        foreach (var figure in figures)
        {
            if (!remark.Contains(figure, StringComparison.Ordinal)) return $"The remark '{remark}' lacks '{figure}'.";
            rest = rest.Replace(figure, "", StringComparison.Ordinal);
        }

        return Names().Replace(rest, "") is var text && text.Any(char.IsDigit) ? $"The remark has figures that no record has: '{text}'." : null;
    }

    private static string[] Row(string name, string[] expected)
    {
        var row = PublishedRecords.Row(PublishedRecords.Document, name);
        if (Environment.GetEnvironmentVariable(Rewrite) is not { Length: > 0 }) return row;
        string[] rewritten = [.. expected, .. row[^2..]];
        var lines = File.ReadAllLines(PublishedRecords.Document);
        lines[Array.FindIndex(lines, line => line.StartsWith($"|[`{name}`]({name})", StringComparison.Ordinal))] = $"|{string.Join('|', rewritten)}|";
        File.WriteAllLines(PublishedRecords.Document, lines);
        return rewritten;
    }

    /// <summary>Names that contain digits: code, and the target of a link.</summary>
    [GeneratedRegex(@"`[^`]*`|\[decision \d+\]\([^)]*\)|\]\([^)]*\)")]
    private static partial Regex Names();

    [GeneratedRegex(@"^\|\[`(?<name>[^`]+)`\]\(\k<name>\)\|", RegexOptions.Multiline)]
    private static partial Regex RowOfRecord();

    [GeneratedRegex(@"^\| \[`(?<name>[^`]+)`\]\(load/published/\k<name>\)", RegexOptions.Multiline)]
    private static partial Regex QuotedRecord();
}
