using System.Net;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Dugout.Load.Experiments;
using Dugout.Load.Report;
using Dugout.Load.Results;
using Dugout.Load.Tests.Experiments;
using Xunit;

namespace Dugout.Load.Tests.Report;

public sealed partial class ComparisonPageTests
{
    /// <summary>Set, the page is written over the one that is expected: look at it, and at the difference, before it is committed.</summary>
    private const string Rewrite = "DUGOUT_REWRITE_GOLDEN";

    private static readonly Experiment Example = AllExperiments.Find("cache")!;

    [Fact]
    public async Task A_record_makes_the_page_it_made_before()
    {
        var golden = Path.Combine(AppContext.BaseDirectory, "Report", "comparison.html");
        var record = Record(wrong: null);
        var page = await Page.OfAsync(record with { Trials = [.. record.Trials.Select(trial => trial with { Limit = $"api-1 used most of its time: {trial.Variant}." })] });
        if (Environment.GetEnvironmentVariable(Rewrite) is { Length: > 0 } source) File.WriteAllText(Path.Combine(source, "comparison.html"), page);

        Assert.Equal(File.ReadAllText(golden), page, ignoreLineEndingDifferences: true);
    }

    [Fact]
    public async Task It_shows_the_verdict_of_each_variant_with_both_values()
    {
        var page = await Page.OfAsync(Record(wrong: null));

        Assert.Contains("verdict good", page, StringComparison.Ordinal);
        Assert.Contains("Redis: better, 0.500 times the baseline", page, StringComparison.Ordinal);
        Assert.Contains("(100.0 → 50.0:", WebUtility.HtmlDecode(page), StringComparison.Ordinal);
        foreach (Match svg in Svg().Matches(page)) XDocument.Parse(svg.Value);
        Assert.Equal(1, Svg().Count(page));
    }

    [Fact]
    public async Task A_lost_seat_is_red_before_any_ratio()
    {
        var page = await Page.OfAsync(Record(wrong: "No seat is sold twice: seat 1"));

        Assert.Contains("INCORRECT: a check failed in 1 of 30 trials", page, StringComparison.Ordinal);
        Assert.Contains("FAILED: No seat is sold twice: seat 1", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_variant_has_its_limit_where_it_is_known()
    {
        var record = Record(wrong: null);

        var page = await Page.OfAsync(record with { Trials = [.. record.Trials.Select(trial => trial with { Limit = $"the limit of {trial.Variant}." })] });

        foreach (var variant in Example.Trials) Assert.Contains($"{variant.Name}: the limit of {variant.Name}.", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_trial_shows_the_delivery_of_notices_where_they_were_tracked()
    {
        var record = Record(wrong: null);
        Trial[] trials = [.. record.Trials.Select((trial, index) => trial with
        {
            Notices = new NoticesRecord(500, 1_000, index == 2 ? 900 : 1_000, index == 2 ? 60 : 0, 0, 2.5, MayBeLost: index == 2),
            Steady = new SteadyRecord(index == 2 ? [13, 14] : [], 100, 95),
            MostNoticesWaiting = 110,
        })];

        var page = await Page.OfAsync(record with { Trials = trials });

        Assert.Contains("<td>1,000</td><td>900</td><td>100</td><td>yes</td>", page, StringComparison.Ordinal);
        Assert.Contains($"1.3 {trials[2].Variant} did not sustain its throughput: in 2 of its seconds no iteration ended ok, first in second 13.", page, StringComparison.Ordinal);
        Assert.DoesNotContain("Delivery of notices", await Page.OfAsync(record), StringComparison.Ordinal);
    }

    private static ExperimentRecord Record(string? wrong)
    {
        Trial[] trials = [.. from block in Enumerable.Range(1, 6) from variant in Example.Trials.Select((variant, position) => (variant.Name, Position: position + 1)) select Trial(block, variant.Position, variant.Name)];
        if (wrong is not null) trials[2] = trials[2] with { Violations = [wrong] };
        return new ExperimentRecord
        {
            IsComplete = true,
            Name = Example.Name,
            Question = Example.Question,
            BegunAt = new DateTime(2026, 11, 22, 2, 0, 0, DateTimeKind.Utc),
            Seed = 1,
            Cores = 2,
            Built = "optimized; NBomber 4.1.2-dugout.1 (stand-in)",
            Variants = [.. Example.Trials.Select(variant => new VariantRecord(variant.Name, variant.CommandLine, variant.Api))],
            Load = Example.Load,
            Metric = Example.Metric.Name,
            Rule = Example.Rule,
            Trials = trials,
            Comparison = Comparison.Of(Example, trials, seed: 1),
        };
    }

    private static Trial Trial(int block, int position, string variant) => ExampleTrials.Of(variant, block, position, record: $"block-{block}/{position}-{variant}") with
    {
        Rejected = 3,
        P50 = 2,
        P95 = 15,
        P99 = 20,
        SentP99 = 19,
        CpuMicroseconds = new Dictionary<string, double> { ["api-1"] = (variant == "Redis" ? 50_000 : 100_000), ["load"] = 1_000 },
        Statements = variant == "Redis" ? 50_000 : 100_000,
    };

    [GeneratedRegex("<svg.*?</svg>", RegexOptions.Singleline, 1_000)]
    private static partial Regex Svg();
}
