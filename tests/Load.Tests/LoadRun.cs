using Dugout.Load.Cli;
using Dugout.Load.Results;
using Dugout.Load.ScenarioRuns;
using Spectre.Console;
using Xunit;

namespace Dugout.Load.Tests;

/// <summary>Runs the program in this process, and records its output.</summary>
internal sealed record LoadRun(int Code, string Output, string Errors)
{
    public static Task<LoadRun> Of(FakeShop shop, params string[] args) => RunAsync(shop, null, args);

    /// <summary>The same, aborted as by Ctrl-C when the token is cancelled.</summary>
    public static Task<LoadRun> Of(FakeShop shop, CancellationToken abort, params string[] args) => RunAsync(shop, null, args, abort);

    /// <summary>The same, watched on a terminal.</summary>
    public static Task<LoadRun> On(IAnsiConsole screen, FakeShop shop, params string[] args) => RunAsync(shop, screen, args);

    private static async Task<LoadRun> RunAsync(FakeShop shop, IAnsiConsole? screen, string[] args, CancellationToken abort = default)
    {
        var output = new StringWriter();
        var errors = new StringWriter();
        var code = await new LoadCommand(new CommandContext
        {
            Output = TextWriter.Synchronized(output),
            Errors = errors,
            Home = shop.Folder,
            Screen = screen,
            OpenRecords = _ => shop,
            Time = new BeforeTheSeason(),
            Patience = shop.Patience,
        }).RunAsync(args, abort);
        return new LoadRun(code, output.ToString(), errors.ToString());
    }

    /// <summary>A short ticketing run: ten iterations.</summary>
    public static Task<LoadRun> Ticketing(FakeShop shop, params string[] more) =>
        Of(shop, ["ticketing", "--rate", "10", "--seconds", "1", "--accounts", "3", "--apphost", shop.AppHostFile(), .. more]);

    /// <summary>The record of a run without failures, by default of a second and ten iterations.</summary>
    public static async Task<RunRecord> RecordAsync(FakeShop shop, string scenario, params string[] more)
    {
        string[] rate = more.Contains("--rate") || more.Contains("--preset") ? [] : ["--rate", "10"];
        string[] seconds = more.Contains("--seconds") ? [] : ["--seconds", "1"];
        var run = await Of(shop, [scenario, .. rate, .. seconds, "--accounts", "3", "--apphost", shop.AppHostFile(), "--out", shop.Folder, .. more]);
        Assert.Equal((0, ""), (run.Code, run.Errors));
        return RecordFile.Read(shop.Folder);
    }

    /// <summary>The cells of a table line up to the times: ok, rejected, shed, failed.</summary>
    public string[] Cells(string step) =>
        [.. Output.Split('\n').Single(line => line.StartsWith(step, StringComparison.Ordinal) && !line.Contains(':', StringComparison.Ordinal))[step.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries).Take(4)];

    // The fake's season is fixed, so is the day on which it is sold.
    private sealed class BeforeTheSeason : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(2026, 11, 21, 0, 0, 0, TimeSpan.Zero);
    }
}
