using System.Text.Json.Nodes;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Report;
using Dugout.Load.Results;
using Dugout.Load.Tests.Report;
using Xunit;

namespace Dugout.Load.Tests;

public sealed class RecordTests : IAsyncLifetime
{
    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public async Task A_run_leaves_a_record_from_which_its_table_can_be_made_again()
    {
        var run = await LoadRun.Ticketing(_shop, "--seed", "7", "--keys", "zipf:1.1");

        var folder = Assert.Single(Directory.GetDirectories(Path.Combine(_shop.Folder, ".lab")));
        Assert.Matches(@"^\d{8}-\d{6}-ticketing$", Path.GetFileName(folder));
        var record = RecordFile.Read(folder);
        Assert.Contains(StepTable.Of(record).TrimEnd(), run.Output);
        Assert.Equal(("ticketing", 0, true, "zipf:1.1", 7, 3), (record.Scenario, record.ExitCode, record.IsComparable, record.Settings.Keys, record.Settings.Seed, record.Settings.Accounts));
        Assert.Equal([new PhaseRecord(10, 10, null, 1)], record.Settings.Phases);
        Assert.True(record.Settings.IsOpen);
        Assert.Equal(["accounts 1000", "posts 60", "picks 0"], record.RowsBefore!.Select(one => $"{one.Key} {one.Value}"));
        Assert.Contains("database: MariaDB 10.11.6; rows before: accounts 1,000, posts 60\n", run.Output, StringComparison.Ordinal);
        Assert.Equal(8, record.Steps.Count);
        Assert.All(record.Steps.Append(record.Iterations), step =>
        {
            Assert.Equal(10, step.Count(Outcome.Ok));
            Assert.Equal((10, 10), (step.Series.Started.Sum(), step.Series.Ok.Sum()));
            Assert.Equal(10, step.Of(Outcome.Ok)!.Intended.Count);
        });
        Assert.Equal((10, 10, 0), (record.Sends.Due.Sum(), record.Sends.Started.Sum(), record.Sends.Dropped.Sum()));
        Assert.Equal((10, 0), (record.Sales.Acknowledged, record.Sales.Unknown));
        Assert.True(record.ProcessorSeconds["load"] > 0);
        Assert.NotEmpty(record.Findings);
        Assert.Contains(record.Packages, package => package.Name == "NBomber");
        Assert.Equal(["gateway"], record.System);
        Assert.InRange(record.Little.Throughput * record.Little.Duration, record.Little.InFlight * 0.95, record.Little.InFlight * 1.05);
    }

    [Fact]
    public async Task The_folder_that_was_named_is_taken_and_never_overwritten()
    {
        var folder = Path.Combine(_shop.Folder, "mine");

        var run = await LoadRun.Ticketing(_shop, "--out", folder);
        var again = await LoadRun.Ticketing(_shop, "--out", folder);

        Assert.Equal(0, run.Code);
        Assert.True(File.Exists(Path.Combine(folder, RecordFile.Name)));
        Assert.Equal(69, again.Code);
        Assert.Contains("already exists", Assert.Single(again.Errors.TrimEnd().Split('\n')));
    }

    [Fact]
    public async Task A_record_that_cannot_be_written_is_69_before_the_clock()
    {
        var file = _shop.AppHostFile();

        var run = await LoadRun.Ticketing(_shop, "--out", Path.Combine(file, "below-a-file"));

        Assert.Equal(69, run.Code);
        Assert.StartsWith("load: the record cannot be written to ", Assert.Single(run.Errors.TrimEnd().Split('\n')));
        Assert.False(_shop.Requests.ContainsKey("1 sign in"));
    }

    [Fact]
    public void Two_runs_of_one_second_have_a_folder_each()
    {
        var now = DateTimeOffset.UnixEpoch;

        string[] folders = [.. Enumerable.Range(0, 3).Select(_ => RecordFile.Prepare(null, _shop.Folder, "ticketing-derby", now))];

        Assert.Equal(["19700101-000000-ticketing-derby", "19700101-000000-ticketing-derby-2", "19700101-000000-ticketing-derby-3"], folders.Select(Path.GetFileName));
    }

    /// <summary>What a record may lack was added when there were records already.</summary>
    [Theory]
    [InlineData("cache")]
    [InlineData("throttled")]
    [InlineData("statements")]
    [InlineData("primaryStatements")]
    [InlineData("apiCores")]
    [InlineData("disturbed")]
    public async Task A_record_older_than_a_member_can_be_read_and_shown(string member)
    {
        var folder = Path.Combine(_shop.Folder, member);
        Directory.CreateDirectory(folder);
        var file = RecordFile.Write(folder, Runs.Example);
        var json = JsonNode.Parse(File.ReadAllText(file))!.AsObject();
        Assert.True(json.Remove(member));
        File.WriteAllText(file, json.ToJsonString());

        var record = RecordFile.Read(folder);

        Assert.NotEmpty(await Page.OfAsync(record));
        Assert.NotEmpty(ConsoleSummary.Measured(record));
    }

    [Fact]
    public async Task A_record_of_another_version_or_of_nothing_is_not_read()
    {
        await LoadRun.Ticketing(_shop, "--out", Path.Combine(_shop.Folder, "old"));
        var file = Path.Combine(_shop.Folder, "old", RecordFile.Name);
        var text = await File.ReadAllTextAsync(file);
        await File.WriteAllTextAsync(file, text.Replace("\"version\":1", "\"version\":99", StringComparison.Ordinal));

        Assert.Contains("version 99", Assert.Throws<UsageException>(() => RecordFile.Read(file)).Message);
        await File.WriteAllTextAsync(file, text[..^20]);
        Assert.Contains("cannot be read as a record", Assert.Throws<UsageException>(() => RecordFile.Read(file)).Message);
        Assert.Throws<UsageException>(() => RecordFile.Read(_shop.Folder));
    }

    [Fact]
    public async Task Times_of_an_open_load_count_from_the_intended_start()
    {
        // The thread pool is blocked for a while: iterations start late, the shop responds as fast as before.
        ThreadPool.GetMinThreads(out var threads, out _);
        var run = LoadRun.Ticketing(_shop, "--out", Path.Combine(_shop.Folder, "late"));
        while (!_shop.Requests.ContainsKey("9 reserve")) await Task.Delay(1);
        var until = DateTime.UtcNow.AddSeconds(1.5);
        await Task.WhenAll(Enumerable.Range(0, 8 * threads).Select(_ => Task.Run(() => SpinWait.SpinUntil(() => DateTime.UtcNow > until))));
        await run;

        var record = RecordFile.Read(Path.Combine(_shop.Folder, "late"));
        var iterations = record.Iterations.Ends[0];
        Assert.True(record.Sends.Late.Sum() > 0);
        Assert.True(iterations.Intended.Sum > iterations.Actual.Sum, $"{iterations.Intended.Sum} µs since due, {iterations.Actual.Sum} since sent");
    }

    [Theory]
    [InlineData(false, null, true)]
    [InlineData(true, null, false)]
    [InlineData(false, "of 10 callers only 4 were busy", false)]
    public void A_partial_or_void_record_is_not_comparable(bool partial, string? why, bool comparable) =>
        Assert.Equal(comparable, (Report.Runs.Example with { Partial = partial, Void = why }).IsComparable);

    [Fact]
    public void Circumstances_are_those_the_machine_reports()
    {
        var circumstances = Circumstances.Machine([1, 2, 3]);

        Assert.Equal([1.0, 2, 3], circumstances.LoadBefore);
        Assert.True(circumstances.Cores > 0);
        Assert.Null(Circumstances.Commit(Path.GetTempPath()));
    }

    [Fact]
    public void A_commit_has_the_trees_of_the_product()
    {
        var commit = Circumstances.Commit(Circumstances.Checkout);
        Assert.SkipWhen(commit is null, "These files are not a checkout of git.");

        Assert.Matches("^[0-9a-f]{40}$", commit!.Source);
        Assert.Matches("^[0-9a-f]{40}$", commit.AppHost);
        Assert.NotEqual(commit.Source, commit.AppHost);
    }
}
