using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.Statistics;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Load.Tests.Experiments;

public sealed class LabHistoryTests : IDisposable
{
    private static readonly HistoryLine Line = new(
        new DateTime(2026, 11, 22, 9, 5, 0, DateTimeKind.Utc), "0123456789abcdef", Dirty: false, "cache", "Redis", "CPU per ok request, µs", 0.5, 0.48, 0.523, Effect.Better, Cores: 2);

    private readonly TestFolder _folder = new();

    [Fact]
    public void The_table_has_the_ratios_of_each_variant_in_the_order_of_time()
    {
        var table = LabHistory.Table([Line with { Utc = Line.Utc.AddDays(1), Commit = null, Ratio = 0.6 }, Line with { Variant = "Both", Dirty = true, Verdict = Effect.TooNoisyToSay }, Line]);

        Assert.Equal(
            """
            experiment  variant  begun, UTC        commit                ratio  interval        verdict           decided by              cores
            cache       Redis    2026-11-22 09:05  0123456789            0.500  [0.480, 0.523]  better            CPU per ok request, µs      2
            cache       Redis    2026-11-23 09:05  ?                     0.600  [0.480, 0.523]  better            CPU per ok request, µs      2
            cache       Both     2026-11-22 09:05  0123456789 + changes  0.500  [0.480, 0.523]  too noisy to say  CPU per ok request, µs      2

            """, table, ignoreLineEndingDifferences: true);
    }

    [Fact]
    public async Task A_line_that_is_none_is_named()
    {
        await File.WriteAllTextAsync(Path.Combine(_folder.Path, "history.jsonl"), "{\"variant\":\"Redis\"}\n", TestContext.Current.CancellationToken);

        var rejected = await Assert.ThrowsAsync<UsageException>(() => new LabHistory(_folder.Path).ReadAsync());

        Assert.StartsWith("line 1 of ", rejected.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_command_prints_one_experiment_or_that_there_are_no_results_yet()
    {
        await using var shop = await FakeShop.StartAsync();
        var nothing = await LoadRun.Of(shop, "history");
        Directory.CreateDirectory(Path.Combine(shop.Folder, ".lab"));
        await File.WriteAllLinesAsync(Path.Combine(shop.Folder, ".lab", "history.jsonl"), ["cache", "replica"], TestContext.Current.CancellationToken);
        var unreadable = await LoadRun.Of(shop, "history");
        var unknown = await LoadRun.Of(shop, "history", "cash");

        Assert.Equal((0, "no results yet: a line is added when an experiment ends without a void trial or a failed check\n"), (nothing.Code, nothing.Output));
        Assert.Equal((64, 64), (unreadable.Code, unknown.Code));
        Assert.StartsWith("load: there is no experiment 'cash'", unknown.Errors, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();
}
