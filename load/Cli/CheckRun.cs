using System.Data.Common;
using Dugout.Load.Checks;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;

namespace Dugout.Load.Cli;

/// <summary>Checks the rules that apply to all rows at any time, without a run: for a sale that this program did not generate.</summary>
internal sealed class CheckRun(string? appHost, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "check";

    /// <summary>Prints how many checks passed and each failed check with its violations, and returns the exit code.</summary>
    /// <exception cref="NoSystemException">No system is running, or its database is unavailable.</exception>
    public async Task<int> RunAsync()
    {
        var system = RunningSystem.Find(appHost);
        var records = context.OpenRecords(system.Primary);
        List<FindingRecord> findings = [];
        foreach (var rule in Rule.All) findings.Add(new FindingRecord(rule.Sentence, await BreachesAsync(records, rule)));
        foreach (var line in CheckLines.Of(findings).Concat(CheckLines.Closing(findings))) await context.Output.WriteLineAsync(line);
        return findings.Any(finding => !finding.Passed) ? ExitCode.CheckFailed : ExitCode.Good;
    }

    private static async Task<IReadOnlyList<string>> BreachesAsync(ISaleRecords records, Rule rule)
    {
        try
        {
            return await records.BreachesAsync(rule);
        }
        catch (Exception away) when (away is DbException or ArgumentException or InvalidOperationException or IOException or TimeoutException or System.Net.Sockets.SocketException)
        {
            throw new NoSystemException($"the primary database is unavailable to the checks: {away.Message}");
        }
    }
}
