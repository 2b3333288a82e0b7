using System.CommandLine;
using Dugout.Load.Demonstrations;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Trials;

namespace Dugout.Load.Cli;

/// <summary>The commands of experiments: each starts the systems it needs itself.</summary>
internal static class ExperimentCommands
{
    private const string RunName = "run";

    private const string ExitCodes =
        """
        Exit codes: 0 done; 1 a variant is worse, or `run` missed a goal; 2 a check failed; 3 too noisy to say; 64 a wrong option, name or record;
        69 no system: one did not start, or became unavailable, or a page cannot be written; 130 interrupted (Ctrl-C).
        """;

    /// <summary>Whether a command starts systems, which take a while to stop.</summary>
    public static bool StartsSystems(string verb) => verb is RunName or BreakIt.Name;

    /// <summary>All of them.</summary>
    public static IEnumerable<Command> All(CommandContext context)
    {
        yield return List(context);
        yield return Run(context);
        yield return Compare(context);
        yield return Break(context);
    }

    private static Command List(CommandContext context)
    {
        var list = new Command("list", "Lists every experiment with its question and variants.");
        list.SetAction(async (_, _) =>
        {
            foreach (var experiment in AllExperiments.List)
                await context.Output.WriteLineAsync($"{experiment.Name,-17}{experiment.Question}\n{"",-17}{string.Join(", ", experiment.Variants.Select(variant => variant.Name))}; by {experiment.Metric.Name}; {experiment.Load.InWords}");
            await context.Output.WriteLineAsync($"{LuaAtomic.Name,-17}{LuaAtomic.Question}\n{"",-17}a demonstration on a Redis of its own; no blocks");
            return ExitCode.Good;
        });
        return list;
    }

    private static Command Run(CommandContext context)
    {
        var name = new Argument<string>("experiment") { Description = "The name; `list` shows all." };
        var blocks = Numbers.Whole("--blocks", 1, 1_000, 6, "Number of blocks; each runs every variant once and the baseline twice (1..1000).");
        var seconds = Numbers.Optional("--seconds", 1, 3_600, "Measured seconds per trial (1..3600); default: the experiment's own.");
        var seed = Numbers.Whole("--seed", 0, int.MaxValue, 1, "Seed of the order of variants (0..2147483647).");
        var output = new Option<string>("--out") { Description = "Folder of the record; default: a new folder below .lab.", HelpName = "DIR" };
        var run = new Command(RunName, $"Runs an experiment: trials of its variants on fresh systems, in random order. The record has the verdict. `is-lua-atomic` has no blocks; it takes only --out.\n\n{ExitCodes}") { name, blocks, seconds, seed, output };
        run.SetAction((parsed, cancel) =>
        {
            if (parsed.GetValue(name) == LuaAtomic.Name) return new LuaAtomic(context, new LabFolder(context.Home), parsed.GetValue(output)).RunAsync(cancel);
            var experiment = AllExperiments.Get(parsed.GetValue(name)!);
            RunningSystem.EnsureNoneRuns(context.Home);
            var options = new ExperimentOptions(parsed.GetValue(blocks), parsed.GetValue(seconds), parsed.GetValue(output), parsed.GetValue(seed));
            return new ExperimentRun(experiment, options, context, new TrialRun(context, new LabFolder(context.Home)).RunAsync).RunAsync(cancel);
        });
        return run;
    }

    private static Command Compare(CommandContext context)
    {
        var a = new Argument<string>("a") { Description = "The first record, or the folder it is in." };
        var b = new Argument<string>("b") { Description = "The second record, or the folder it is in." };
        var compare = new Command(CompareRun.Name, $"Compares two records of one experiment, variant by variant; rejects partial records and different loads. Or compares two single runs of one scenario, without a verdict, and writes compare.html beside B.\n\n{ExitCodes}") { a, b };
        compare.SetAction((parsed, _) => new CompareRun(parsed.GetValue(a)!, parsed.GetValue(b)!, context).RunAsync());
        return compare;
    }

    private static Command Break(CommandContext context)
    {
        var breakIt = new Command(BreakIt.Name,
            """
            Sells seats twice: a rush on two API processes that guard seats with an in-process lock, then the same with a unique key in the database.

            Exit codes: 0 the lock oversold and the unique key did not; 2 the unique key oversold, or another check failed; 3 the lock did
            not oversell this time; 64 a wrong option; 69 no system: one did not start; 130 interrupted (Ctrl-C).
            """);
        breakIt.SetAction((_, cancel) => new BreakIt(context, new LabFolder(context.Home)).RunAsync(cancel));
        return breakIt;
    }
}
