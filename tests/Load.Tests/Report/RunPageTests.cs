using System.Text.RegularExpressions;
using System.Xml.Linq;
using Dugout.Load.Report;
using Dugout.Load.Results;
using Xunit;

namespace Dugout.Load.Tests.Report;

public sealed partial class RunPageTests
{
    /// <summary>Set, the page is written over the one that is expected: look at it, and at the difference, before it is committed.</summary>
    private const string Rewrite = "DUGOUT_REWRITE_GOLDEN";

    [Fact]
    public async Task A_record_makes_the_page_it_made_before()
    {
        var golden = Path.Combine(AppContext.BaseDirectory, "Report", "run.html");
        var page = await Page.OfAsync(Runs.Example);
        if (Environment.GetEnvironmentVariable(Rewrite) is { Length: > 0 } source) File.WriteAllText(Path.Combine(source, "run.html"), page);

        Assert.Equal(File.ReadAllText(golden), page, ignoreLineEndingDifferences: true);
    }

    [Fact]
    public async Task The_page_stands_alone_and_is_well_formed()
    {
        var page = await Page.OfAsync(Runs.Example);

        Assert.DoesNotContain("<script", page, StringComparison.Ordinal);
        Assert.Empty(Outside().Matches(page));
        foreach (Match svg in Svg().Matches(page)) XDocument.Parse(svg.Value);
        Assert.Equal(5, Svg().Count(page));
        Assert.Contains("Some &lt;processor&gt; &amp; more", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Charts_name_p50_p95_and_p99()
    {
        var charts = Figure().Matches(await Page.OfAsync(Runs.Example)).Select(figure => figure.Value).Where(figure => figure.Contains("<h3>Latency", StringComparison.Ordinal)).ToArray();

        Assert.Equal(3, charts.Length);
        Assert.All(charts, chart => Assert.All(["p50<", "p95<", "p99<"], name => Assert.Contains(name, chart, StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_record_older_than_the_p95_of_each_second_has_a_chart_without_it()
    {
        var page = await Page.OfAsync(Runs.Example with { Iterations = Runs.Example.Iterations with { Series = Runs.Example.Iterations.Series with { P95 = null } } });

        Assert.Contains("p50, p99 and maximum of the ok iterations", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_lost_a_seat_is_red_however_fast_it_was()
    {
        var page = await Page.OfAsync(Runs.Example with { Findings = [new FindingRecord("No seat of a game is sold twice", ["seat 11/5 <b>of</b> game 1"])] });

        Assert.Contains("verdict bad", page, StringComparison.Ordinal);
        Assert.Contains("INCORRECT: 1 of 1 checks failed", page, StringComparison.Ordinal);
        Assert.Contains("seat 11/5 &lt;b&gt;of&lt;/b&gt; game 1", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Sampled_replicas_have_charts_with_the_queue_beside_ok_iterations()
    {
        var page = await Page.OfAsync(Runs.Example with { Samples = Runs.Samples, Notices = new NoticesRecord(90, 180, 150, 20, 0, 1.5, MayBeLost: true) });

        foreach (Match svg in Svg().Matches(page)) XDocument.Parse(svg.Value);
        Assert.Equal(9, Svg().Count(page));
        Assert.Contains("<h3>Notices waiting, and ok iterations</h3>", page, StringComparison.Ordinal);
        Assert.Contains("second 2: 7 notices waiting, 9 iterations ended ok", page, StringComparison.Ordinal);
        Assert.Contains("api-1 2 times, 1 of them full, for 4 ms in total; api-2 0 times", page, StringComparison.Ordinal);
        Assert.Contains("180 created for 90 fans with a device, 150 of them pushed, 30 lost", page, StringComparison.Ordinal);
        Assert.DoesNotContain("<h2>Replicas</h2>", await Page.OfAsync(Runs.Example), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_load_that_did_not_keep_going_is_red()
    {
        var calm = Runs.Example with { Iterations = Runs.Example.Iterations with { Ends = [Runs.Example.Iterations.Ends[0]] } };

        Assert.Contains("All checks passed, but throughput was not sustained: in 1 of its seconds no iteration ended ok, first in second 9.", await Page.OfAsync(calm with { Steady = new SteadyRecord([9], 9, 9) }), StringComparison.Ordinal);
        Assert.Contains("All checks passed, and nothing failed.", await Page.OfAsync(calm with { Steady = new SteadyRecord([], 9, 9) }), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, null, "Aborted")]
    [InlineData(false, "of 10 callers only 4 were busy", "VOID: of 10 callers only 4 were busy.")]
    public async Task A_void_or_partial_run_is_marked(bool partial, string? why, string said) =>
        Assert.Contains(said, await Page.OfAsync(Runs.Example with { Partial = partial, Void = why }), StringComparison.Ordinal);

    [Fact]
    public async Task A_run_in_which_nothing_ended_has_a_page_too()
    {
        var nothing = new StepRecord("iteration", [], new Dictionary<string, int>(), new SeriesRecord([], [], [], [], [], [], [], [], [], [], [], []));

        var page = await Page.OfAsync(Runs.Example with { Iterations = nothing, Steps = [], ProcessorSeconds = new Dictionary<string, double>(), Seconds = 0, Findings = [] });

        Assert.DoesNotContain("NaN", page, StringComparison.Ordinal);
        Assert.DoesNotContain("∞", page, StringComparison.Ordinal);
    }

    [GeneratedRegex("(src|href)=\"(?!data:)|url\\(|@import", RegexOptions.None, 1_000)]
    private static partial Regex Outside();

    [GeneratedRegex("<figure>.*?</figure>", RegexOptions.Singleline, 1_000)]
    private static partial Regex Figure();

    [GeneratedRegex("<svg.*?</svg>", RegexOptions.Singleline, 1_000)]
    private static partial Regex Svg();
}
