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
        var report = new Command(ReportRun.Name, "Makes the page of a record anew, beside it: one file with every chart and number in it.\n\nExit codes: 0 done; 64 no such record; 69 it can't be written.") { records };
        report.SetAction((parsed, _) => new ReportRun(parsed.GetValue(records)!, context).RunAsync());
        return report;
    }

    private static Command History(CommandContext context)
    {
        var name = new Argument<string?>("experiment") { Description = "Only this one; all of them when not given.", Arity = ArgumentArity.ZeroOrOne };
        var history = new Command("history", "What finished experiments of this checkout said, commit by commit.\n\nExit codes: 0 done; 64 no such experiment, or the history can't be read.") { name };
        history.SetAction(async (parsed, _) =>
        {
            var requested = parsed.GetValue(name);
            if (requested is not null) AllExperiments.Get(requested);
            var lines = (await new LabHistory(new LabFolder(context.Home).Records).ReadAsync()).Where(line => requested is null || line.Experiment == requested).ToList();
            await context.Output.WriteAsync(lines.Count > 0 ? LabHistory.Table(lines) : "nothing yet: a line is added when an experiment has run to its end with nothing void and nothing wrong\n");
            return ExitCode.Good;
        });
        return history;
    }

    private static Command Calibrate(CommandContext context)
    {
        var records = new Argument<string[]>("record") { Description = "Records of `run same`, or of `run dearer`, or the folders they are in; their blocks are taken together.", Arity = ArgumentArity.OneOrMore };
        var each = Numbers.Whole("--each", 2, 1_000, 6, "Blocks to a comparison (2..1000): as many as a run has that isn't told.");
        var draws = Numbers.Whole("--draws", 1, 100_000, 1_000, "Comparisons drawn from the blocks (1..100000).");
        var seed = Numbers.Whole("--seed", 0, int.MaxValue, 1, "For the draws (0..2147483647).");
        var calibrate = new Command(CalibrateRun.Name, "How far the lab's verdicts can be believed: false alarms, and the smallest cost it finds.\n\nExit codes: 0 done; 1 more false alarms than agreed; 64 no such record; 69 it can't be written.") { records, each, draws, seed };
        calibrate.SetAction((parsed, _) => new CalibrateRun(parsed.GetValue(records)!, parsed.GetValue(each), parsed.GetValue(draws), parsed.GetValue(seed), context).RunAsync());
        return calibrate;
    }

    private static Command Check(CommandContext context, Option<string> appHost)
    {
        var check = new Command(CheckRun.Name, "Asks the rules of the sale of all rows there are, without a run.\n\nExit codes: 0 all hold; 2 one fails; 69 no system is up, or its database is out of reach.") { appHost };
        check.SetAction((parsed, _) => new CheckRun(parsed.GetValue(appHost), context).RunAsync());
        return check;
    }

    private static Command Plan(CommandContext context)
    {
        var users = Numbers.Whole("--users", 1, 100_000_000, 100_000, "People who come on a day (1..100000000).");
        var requests = Numbers.Whole("--visits", 1, 10_000, 15, "Requests each of them makes that day (1..10000).");
        var peak = Tenths("--peak", 1, 1_000, 3, "How many times the mean the busiest second is (1..1000).");
        var headroom = Tenths("--headroom", 1, 100, 1.4, "How many times the peak the service should bear (1..100).");
        var response = Numbers.Whole("--answer", 0, 600_000, 500, "How long an answer may take, in milliseconds (0..600000).");
        var pause = Numbers.Whole("--pause", 0, 3_600_000, 1_000, "How long a caller waits before asking again, in milliseconds (0..3600000).");
        var plan = new Command("plan", "How much load to try a service with, from how many people use it.\n\nExit codes: 0 done; 64 a wrong option.") { users, requests, peak, headroom, response, pause };
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
            argument.AddError(FormattableString.Invariant($"{name} wants a number from {least} to {greatest}, not '{text}'"));
            return 0;
        },
    };
}
