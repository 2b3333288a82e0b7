using System.Data.Common;
using Dugout.Load.Checks;
using Dugout.Load.Client;

namespace Dugout.Load;

/// <summary>Asks the rules that hold at any time of all rows there are, without a run: for whoever had a sale of their own.</summary>
internal sealed class CheckRun(string? appHost, CommandContext around)
{
    /// <summary>The verb.</summary>
    public const string Name = "check";

    /// <summary>Says what holds, and answers the exit code.</summary>
    /// <exception cref="NoSystemException">No system is up, or its database is out of reach.</exception>
    public async Task<int> RunAsync()
    {
        var system = RunningSystem.Find(appHost);
        var records = around.OpenRecords(system.Primary);
        var code = ExitCode.Good;
        foreach (var rule in Rule.All)
        {
            var breaches = await BreachesAsync(records, rule).ConfigureAwait(false);
            await around.Output.WriteLineAsync($"{(breaches.Count == 0 ? "holds" : "FAILS")}  {rule.Sentence}").ConfigureAwait(false);
            foreach (var breach in breaches) await around.Output.WriteLineAsync($"         {breach}").ConfigureAwait(false);
            if (breaches.Count > 0) code = ExitCode.CheckFailed;
        }

        return code;
    }

    private static async Task<IReadOnlyList<string>> BreachesAsync(ISaleRecords records, Rule rule)
    {
        try
        {
            return await records.BreachesAsync(rule).ConfigureAwait(false);
        }
        catch (Exception away) when (away is DbException or ArgumentException or InvalidOperationException or IOException or TimeoutException or System.Net.Sockets.SocketException)
        {
            throw new NoSystemException($"the primary database is out of reach of the checks: {away.Message}");
        }
    }
}
