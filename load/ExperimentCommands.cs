using System.CommandLine;
using Dugout.Load.Experiments;

namespace Dugout.Load;

/// <summary>The verbs of experiments: each starts the systems it needs itself.</summary>
internal static class ExperimentCommands
{
    /// <summary>All of them.</summary>
    public static IEnumerable<Command> All(Surroundings around)
    {
        var breakIt = new Command(BreakIt.Name,
            """
            Sells a game twice over: a rush on two API processes that guard seats with a lock in memory, then the same with a unique key in the database.

            Exit codes: 0 the lock was broken and the key held; 2 the key sold a seat twice, or another check failed; 3 the lock was not
            broken this time; 64 a wrong option; 69 no system is up: it did not start.
            """);
        breakIt.SetAction((_, cancel) => new BreakIt(around, LabFolder.Find()).RunAsync(cancel));
        yield return breakIt;
    }
}
