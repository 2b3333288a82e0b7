using System.Data.Common;
using Dugout.Load.Checks;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;

namespace Dugout.Load.Cli;

/// <summary>Checks the rules that apply to all rows at any time, without a run: for a sale that this program did not generate.</summary>
internal sealed class CheckRun(string? appHost, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "check";

    /// <summary>Prints which checks passed, and returns the exit code.</summary>
    /// <exception cref="NoSystemException">No system is running, or its database is unavailable.</exception>
    public async Task<int> RunAsync()
    {
        var system = RunningSystem.Find(appHost);
        var records = context.OpenRecords(system.Primary);
        var code = ExitCode.Good;
        foreach (var rule in Rule.All)
        {
            var breaches = await BreachesAsync(records, rule);
            await context.Output.WriteLineAsync($"{(breaches.Count == 0 ? "passed" : "FAILED")}  {rule.Sentence}");
            foreach (var breach in breaches) await context.Output.WriteLineAsync($"         {breach}");
            if (breaches.Count > 0) code = ExitCode.CheckFailed;
        }

        return code;
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
