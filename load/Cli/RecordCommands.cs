using System.CommandLine;
using System.Globalization;
using Dugout.Load.Calibrating;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.Planning;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Trials;

namespace Dugout.Load.Cli;

/// <summary>The commands without load: pages of records, checks of existing rows, plans.</summary>
internal static class RecordCommands
{
    /// <summary>All of them.</summary>
    /// <param name="context">The command context.</param>
    /// <param name="appHost">The option that all commands share.</param>
    public static IEnumerable<Command> All(CommandContext context, Option<string> appHost)
    {
        yield return Report(context);
        yield return Check(context, appHost);
        yield return Plan(context);
        yield return History(context);
        yield return Calibrate(context);
    }

    private static Command Report(CommandContext context)
    {
        var records = new Argument<string[]>("record") { Description = "A record.json, or the folder it is in.", Arity = ArgumentArity.OneOrMore };
        var report = new Command(ReportRun.Name, "Regenerates report.html from a record, in the same folder, after the comparison of an experiment was computed again from its trials.\n\nExit codes: 0 done; 64 no such record; 69 it can't be written.") { records };
        report.SetAction((parsed, _) => new ReportRun(parsed.GetValue(records)!, context).RunAsync());
        return report;
    }

    private static Command History(CommandContext context)
    {
        var name = new Argument<string?>("experiment") { Description = "Only this experiment; default: all.", Arity = ArgumentArity.ZeroOrOne };
        var history = new Command("history", "Prints the results of finished experiments of this checkout, by commit.\n\nExit codes: 0 done; 64 no such experiment, or the history can't be read.") { name };
        history.SetAction(async (parsed, _) =>
        {
            var requested = parsed.GetValue(name);
            if (requested is not null) AllExperiments.Get(requested);
            var lines = (await new LabHistory(new LabFolder(context.Home).Records).ReadAsync()).Where(line => requested is null || line.Experiment == requested).ToList();
            await context.Output.WriteAsync(lines.Count > 0 ? LabHistory.Table(lines) : "no results yet: a line is added when an experiment ends without a void trial or a failed check\n");
            return ExitCode.Good;
        });
        return history;
    }

    private static Command Calibrate(CommandContext context)
    {
        var records = new Argument<string[]>("record") { Description = "Records of `run same`, or of `run dearer`, or their folders; their blocks are combined.", Arity = ArgumentArity.OneOrMore };
        var each = Numbers.Whole("--each", 2, 1_000, 6, "Blocks per comparison (2..1000): the default of `run` is 6.");
        var draws = Numbers.Whole("--draws", 1, 100_000, 1_000, "Comparisons drawn from the blocks (1..100000).");
        var seed = Numbers.Whole("--seed", 0, int.MaxValue, 1, "Seed of the draws (0..2147483647).");
        var calibrate = new Command(CalibrateRun.Name, "Computes the false positives and the smallest detectable cost of verdicts.\n\nExit codes: 0 done; 1 more false positives than allowed; 64 no such record; 69 it can't be written.") { records, each, draws, seed };
        calibrate.SetAction((parsed, _) => new CalibrateRun(parsed.GetValue(records)!, parsed.GetValue(each), parsed.GetValue(draws), parsed.GetValue(seed), context).RunAsync());
        return calibrate;
    }

    private static Command Check(CommandContext context, Option<string> appHost)
    {
        var check = new Command(CheckRun.Name, "Checks the invariants of all rows, without load.\n\nExit codes: 0 all passed; 2 one failed; 69 no system is up, or its database is unavailable.") { appHost };
        check.SetAction((parsed, _) => new CheckRun(parsed.GetValue(appHost), context).RunAsync());
        return check;
    }

    private static Command Plan(CommandContext context)
    {
        var users = Numbers.Whole("--users", 1, 100_000_000, 100_000, "Users per day (1..100000000).");
        var requests = Numbers.Whole("--requests", 1, 10_000, 15, "Requests per user and day (1..10000).");
        var peak = Tenths("--peak", 1, 1_000, 3, "Ratio of the busiest second to the mean (1..1000).");
        var headroom = Tenths("--headroom", 1, 100, 1.4, "Ratio of the required capacity to the peak (1..100).");
        var response = Numbers.Whole("--response", 0, 600_000, 500, "Allowed response time, in milliseconds (0..600000).");
        var pause = Numbers.Whole("--pause", 0, 3_600_000, 1_000, "Pause of a caller before its next request, in milliseconds (0..3600000).");
        var plan = new Command("plan", "Derives request rates and virtual users from daily users.\n\nExit codes: 0 done; 64 a wrong option.") { users, requests, peak, headroom, response, pause };
        plan.SetAction(async (parsed, _) =>
        {
            await context.Output.WriteAsync(PlanTable.Of(new CapacityPlan(
                parsed.GetValue(users), parsed.GetValue(requests), parsed.GetValue(peak), parsed.GetValue(headroom), parsed.GetValue(response) / 1e3, parsed.GetValue(pause) / 1e3)));
            return ExitCode.Good;
        });
        return plan;
    }

    private static Option<double> Tenths(string name, double least, double greatest, double usual, string description) => new(name)
    {
        Description = description,
        DefaultValueFactory = _ => usual,
        CustomParser = argument =>
        {
            var text = argument.Tokens[0].Value;
            if (double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) && number >= least && number <= greatest) return number;
            argument.AddError(FormattableString.Invariant($"{name} must be a number from {least} to {greatest}, not '{text}'"));
            return 0;
        },
    };
}
