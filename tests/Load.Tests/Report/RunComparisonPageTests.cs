using System.Text.RegularExpressions;
using System.Xml.Linq;
using Dugout.Load.Report;
using Dugout.Load.RunComparisons;
using Xunit;

namespace Dugout.Load.Tests.Report;

public sealed partial class RunComparisonPageTests
{
    /// <summary>Set, the page is written over the one that is expected: look at it, and at the difference, before it is committed.</summary>
    private const string Rewrite = "DUGOUT_REWRITE_GOLDEN";

    [Fact]
    public async Task Two_records_make_the_page_they_made_before()
    {
        var golden = Path.Combine(AppContext.BaseDirectory, "Report", "compare.html");
        var page = await Page.OfAsync(RunComparison.Of(Runs.Example, Runs.Second));
        if (Environment.GetEnvironmentVariable(Rewrite) is { Length: > 0 } source) File.WriteAllText(Path.Combine(source, "compare.html"), page);

        Assert.Equal(File.ReadAllText(golden), page, ignoreLineEndingDifferences: true);
    }

    [Fact]
    public async Task The_page_stands_alone_with_a_chart_for_each_percentile()
    {
        var page = await Page.OfAsync(RunComparison.Of(Runs.Example, Runs.Second));

        Assert.DoesNotContain("<script", page, StringComparison.Ordinal);
        foreach (Match svg in Svg().Matches(page)) XDocument.Parse(svg.Value);
        Assert.Equal(["p50 of each step", "p95 of each step", "p99 of each step"], Svg().Matches(page).Select(svg => XDocument.Parse(svg.Value).Root!.Attribute("aria-label")!.Value));
        Assert.Contains(RunComparison.NoVerdict, page, StringComparison.Ordinal);
        Assert.Contains("<dt>seed</dt><dd>A: 7<br>B: 8</dd>", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_void_run_is_named_before_any_figure()
    {
        var page = await Page.OfAsync(RunComparison.Of(Runs.Example, Runs.Second with { Void = "of 10 callers only 4 were busy" }));

        Assert.InRange(page.IndexOf("B is VOID: of 10 callers only 4 were busy.", StringComparison.Ordinal), 1, page.IndexOf("<h2>Figures</h2>", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Runs_in_which_nothing_ended_have_a_page_too()
    {
        var nothing = Runs.Example with { Iterations = Runs.Example.Iterations with { Ends = [] }, Steps = [], ProcessorSeconds = new Dictionary<string, double>(), Seconds = 0, Findings = [] };

        var page = await Page.OfAsync(RunComparison.Of(nothing, nothing));

        Assert.DoesNotContain("NaN", page, StringComparison.Ordinal);
        Assert.DoesNotContain("∞", page, StringComparison.Ordinal);
    }

    [GeneratedRegex("<svg.*?</svg>", RegexOptions.Singleline, 1_000)]
    private static partial Regex Svg();
}
