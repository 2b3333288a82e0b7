using Dugout.Load.Report;
using Dugout.Load.Results;
using Dugout.Load.RunComparisons;
using Dugout.Load.Tests.Report;
using Xunit;

namespace Dugout.Load.Tests.Cli;

public sealed class CompareRunTests : IAsyncLifetime
{
    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Theory]
    [InlineData(RecordFile.Name)]
    [InlineData("")]
    public async Task Two_runs_are_compared_in_a_table_and_on_a_page_beside_the_second(string file)
    {
        var (a, b) = (Written("a", Runs.Example), Written("b", Runs.Second));

        var run = await LoadRun.Of(_shop, "compare", Path.Combine(a, file), Path.Combine(b, file));

        Assert.Equal((0, ""), (run.Code, run.Errors));
        Assert.StartsWith("ticketing: A of 2026-11-22 02:00:00 UTC, B of 2026-11-22 03:00:00 UTC\nNo verdict: ", run.Output, StringComparison.Ordinal);
        Assert.Contains(RunComparisonTable.Of(RunComparison.Of(Runs.Example, Runs.Second)), run.Output, StringComparison.Ordinal);
        Assert.Contains("\ndiffers: seed: 7 | 8\n", run.Output, StringComparison.Ordinal);
        Assert.Matches(@"\nCPU of api-1, cores +0\.210 +0\.420 +2\.000\n", run.Output);
        Assert.EndsWith($"page: {Path.GetRelativePath(Directory.GetCurrentDirectory(), Path.Combine(b, Page.ComparisonFileName))}\n", run.Output, StringComparison.Ordinal);
        Assert.Equal(await Page.OfAsync(RunComparison.Of(RecordFile.Read(a), RecordFile.Read(b))), await File.ReadAllTextAsync(Path.Combine(b, Page.ComparisonFileName), TestContext.Current.CancellationToken));
        Assert.False(File.Exists(Path.Combine(a, Page.ComparisonFileName)));
    }

    [Fact]
    public async Task Runs_of_different_scenarios_are_64()
    {
        var run = await LoadRun.Of(_shop, "compare", Written("a", Runs.Example), Written("b", Runs.Second with { Scenario = "browse" }));

        Assert.Equal((64, "load: the records are of different scenarios: ticketing and browse (see --help)", ""), (run.Code, run.Errors.TrimEnd(), run.Output));
    }

    [Theory]
    [InlineData("{}", "load: {0} cannot be read as a record: ")]
    [InlineData("nonsense", "load: {0} cannot be read as a record: ")]
    [InlineData("""{"trials":[]}""", "load: one record is that of an experiment, the other that of a single run")]
    public async Task A_file_that_is_no_record_of_a_run_is_64(string content, string said)
    {
        var file = Path.Combine(_shop.Folder, "renamed.json");
        await File.WriteAllTextAsync(file, content, TestContext.Current.CancellationToken);

        var run = await LoadRun.Of(_shop, "compare", Written("a", Runs.Example), file);

        Assert.Equal((64, ""), (run.Code, run.Output));
        Assert.StartsWith(said.Replace("{0}", file, StringComparison.Ordinal), Assert.Single(run.Errors.TrimEnd().Split('\n')), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_page_that_cannot_be_written_is_69()
    {
        var b = Written("b", Runs.Second);
        Directory.CreateDirectory(Path.Combine(b, Page.ComparisonFileName));

        var run = await LoadRun.Of(_shop, "compare", Written("a", Runs.Example), b);

        Assert.Equal(69, run.Code);
        Assert.StartsWith("load: the record cannot be written to ", Assert.Single(run.Errors.TrimEnd().Split('\n')), StringComparison.Ordinal);
    }

    private string Written(string name, RunRecord record)
    {
        var folder = Directory.CreateDirectory(Path.Combine(_shop.Folder, name)).FullName;
        RecordFile.Write(folder, record);
        return folder;
    }
}
