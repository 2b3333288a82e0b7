using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using Dugout.Load.Baselines;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Growth;
using Dugout.Load.ScenarioRuns;

namespace Dugout.Load.Cli;

/// <summary>The command line: one command per scenario, one clear line for every usage error.</summary>
internal sealed class LoadCommand
{
    private const string ExitCodes =
        """
        Exit codes: 0 the checks passed and nothing failed; 1 the checks passed and something failed, the figures are
        void, or throughput was not sustained; 2 a check failed; 64 a wrong option; 69 no system is up, its database is
        unavailable, or the record cannot be written; 130 interrupted (Ctrl-C).
        """;

    /// <summary>An aborted run waits for the responses that the check needs, and for the check; after this time it is ended.</summary>
    private static readonly TimeSpan LongestEnd = TimeSpan.FromMinutes(2);

    private readonly Option<string> _appHost = new("--apphost") { Description = "The apphost.json of the system; default: the one of this checkout.", HelpName = "FILE" };
    private readonly Option<int> _rounds = Numbers.Whole("--rounds", 1, 1_000, 7, "Trials of each variant (1..1000).");
    private readonly Option<int> _requests = Numbers.Whole("--requests", 1, 10_000, 2_000, "Requests per trial (1..10000).");
    private readonly Option<int[]> _callers = Numbers.Several("--callers", 1, 64, 32, "Concurrent connections, one number or several; each sends its next request when the response has arrived (1..64).");

    private readonly Option<int> _most = Numbers.Whole("--most", 1_000, 10_000, 10_000, "The greatest number of watchers (1000..10000).");
    private readonly Option<int> _seconds = Numbers.Whole("--seconds", 2, 600, 10, "Length of each trial (2..600).");

    private readonly CommandContext _context;
    private readonly RootCommand _root;

    /// <summary>Defines the commands and their options.</summary>
    public LoadCommand(CommandContext context)
    {
        _context = context;
        _root = new RootCommand($"Sends load to a running Dugout, then checks that no seat was sold twice; measures the cost of requests.\n\n{ExitCodes}");
        var options = new ScenarioOptions(_appHost);
        foreach (var kind in Scenarios.Scenarios.All)
        {
            var scenario = options.Command(kind, ExitCodes);
            scenario.SetAction((parsed, abort) => new ScenarioRun(options.Read(kind, parsed), context, abort).RunAsync());
            _root.Subcommands.Add(scenario);
        }

        var maxCpu = Numbers.Whole("--max-cpu", 1, 100, 20, "The greatest use of the machine before the first request, in percent of all cores; on a busier one nothing is measured (1..100).");
        var costs = new Command(CostsRun.Name, $"Measures what a request of each step costs each process, and compares it with baselines in the same run. Use Release builds.\n\n{ExitCodes}")
        {
            _rounds, _requests, _callers, maxCpu, _appHost,
        };
        costs.SetAction((parsed, _) => new CostsRun(
            new CostsOptions(parsed.GetValue(_rounds), parsed.GetValue(_requests), parsed.GetValue(_callers)!, parsed.GetValue(maxCpu), parsed.GetValue(_appHost)), context).RunAsync());
        var watchers = new Command(WatchersRun.Name, $"Measures what open pages with a live map cost a replica and the gateway during a rush. Use Release builds.\n\n{ExitCodes}") { _most, _seconds, _appHost };
        watchers.SetAction((parsed, _) => new WatchersRun(new WatchersOptions(parsed.GetValue(_most), parsed.GetValue(_seconds), parsed.GetValue(_appHost)), context).RunAsync());
        var generator = new Command(GeneratorRun.Name, $"Measures how many starts per second half a core can send, and how many of them are late. Needs no system. Use a Release build.\n\n{ExitCodes}");
        generator.SetAction((_, _) => new GeneratorRun(context).RunAsync());
        var series = new Option<string>("--series") { Description = $"Only one of {string.Join(", ", GrowthSeries.All.Select(one => one.Name))}.", HelpName = "NAME" };
        var (rounds, flows) = (Numbers.Whole("--rounds", 1, 100, 3, "Rounds at each point (1..100)."), Numbers.Whole("--flows", 32, 1_000, 400, "Flows in each round (32..1000)."));
        var growth = new Command(GrowthRun.Name, $"Measures how the cost of a flow grows with callers, replicas and data, on systems of its own. Use Release builds.\n\n{ExitCodes}") { series, rounds, flows };
        growth.SetAction((parsed, cancel) => new GrowthRun(new GrowthOptions(parsed.GetValue(series), parsed.GetValue(rounds), parsed.GetValue(flows)), context).RunAsync(cancel));
        var (turns, sent, connections) = (Numbers.Whole("--rounds", 1, 1_000, 15, "Rounds through every front door (1..1000)."), Numbers.Whole("--requests", 100, 100_000, 2_000, "Requests of each front door and round (100..100000)."), Numbers.Whole("--callers", 1, 64, 32, "Concurrent connections (1..64)."));
        var proxies = new Command(ProxiesRun.Name, $"Measures what a forwarded request costs the gateway, nginx and the gateway with other settings, in turns.\n\n{ExitCodes}") { turns, sent, connections, _appHost };
        proxies.SetAction((parsed, cancel) => new ProxiesRun(
            new ProxiesOptions(parsed.GetValue(turns), parsed.GetValue(sent), parsed.GetValue(connections), parsed.GetValue(_appHost)), context).RunAsync(cancel));
        var (crowd, openings) = (Numbers.Whole("--fans", 100, 10_000, 1_000, "Fans of each opening, for half as many seats (100..10000)."), Numbers.Whole("--rounds", 1, 100, 1, "Openings of each way and load (1..100)."));
        var admission = new Command(AdmissionRun.Name, $"Opens sales without a waiting room, at fixed rates and at the rate that follows the shop, for 1, 3 and 10 times as many fans as it can carry.\n\n{ExitCodes}") { crowd, openings, _appHost };
        admission.SetAction((parsed, cancel) => new AdmissionRun(new AdmissionOptions(parsed.GetValue(crowd), parsed.GetValue(openings), parsed.GetValue(_appHost)), context).RunAsync(cancel));
        var (mostWaiting, secondsWaiting, seed) = (Numbers.Whole("--most", 1_000, 20_000, 20_000, "The greatest number of waiting fans (1000..20000)."), Numbers.Whole("--seconds", 2, 600, 20, "Length of each trial (2..600)."), Numbers.Whole("--seed", 0, int.MaxValue, 1, "Seed of the pauses."));
        var waiting = new Command(WaitingRun.Name, $"Measures what a fan in a waiting room costs the gateway, and forecasts the cost of 300,000. Use Release builds.\n\n{ExitCodes}") { mostWaiting, secondsWaiting, seed, _appHost };
        waiting.SetAction((parsed, _) => new WaitingRun(
            new WaitingOptions(parsed.GetValue(mostWaiting), parsed.GetValue(secondsWaiting), parsed.GetValue(seed), parsed.GetValue(_appHost)), context).RunAsync());
        var baseline = new Command(BaselineProgram.Command) { Hidden = true };
        baseline.SetAction((_, _) => BaselineProgram.RunAsync(Console.In, context.Output));
        var replica = new Argument<string>("replica");
        var forwarder = new Command(ForwarderProgram.Command) { replica };
        forwarder.Hidden = true;
        forwarder.SetAction((parsed, _) => ForwarderProgram.RunAsync(parsed.GetValue(replica)!, Console.In, context.Output));
        foreach (var other in (Command[])[.. ExperimentCommands.All(context), .. RecordCommands.All(context, _appHost), costs, watchers, generator, growth, proxies, admission, waiting, FaultsRun.Of(context, ExitCodes), RehearseCommand.Of(context), baseline, forwarder]) _root.Subcommands.Add(other);
    }

    /// <summary>Parses, runs, and returns the exit code.</summary>
    /// <param name="args">The command line.</param>
    /// <param name="abort">Cancelling it aborts a scenario, as Ctrl-C does.</param>
    public async Task<int> RunAsync(string[] args, CancellationToken abort = default)
    {
        try
        {
            if (args is [{ } scenario, ..] && !scenario.StartsWith('-') && _root.Subcommands.All(command => command.Name != scenario))
                throw new UsageException($"there is no scenario '{scenario}'; available: {Names}");
            if (args.Length == 0) throw new UsageException($"a scenario or command is required: {Names}");

            var parsed = _root.Parse(args);
            if (parsed.Action is ParseErrorAction) throw new UsageException(InWords(parsed));
            var configuration = new InvocationConfiguration { Output = _context.Output, Error = _context.Errors, EnableDefaultExceptionHandler = false };
            var verb = parsed.CommandResult.Command.Name;
            if (ExperimentCommands.StartsSystems(verb) || verb is GrowthRun.Name or FaultsRun.Name || Scenarios.Scenarios.All.Any(kind => kind.Name == verb)) configuration.ProcessTerminationTimeout = LongestEnd;
            return await parsed.InvokeAsync(configuration, abort);
        }
        catch (UsageException wrong)
        {
            await _context.Errors.WriteLineAsync($"load: {wrong.Message} (see --help)");
            return ExitCode.Usage;
        }
        catch (NoSystemException away)
        {
            await _context.Errors.WriteLineAsync($"load: {away.Message}");
            return ExitCode.NoSystem;
        }
        catch (AbortedException broken)
        {
            await _context.Errors.WriteLineAsync($"load: {broken.Message}");
            return ExitCode.Aborted;
        }
        catch (OperationCanceledException)
        {
            await _context.Errors.WriteLineAsync("load: aborted before the measurement started, so nothing was measured");
            return ExitCode.Aborted;
        }
    }

    private string Names => string.Join(", ", _root.Subcommands.Where(command => !command.Hidden).Select(command => command.Name));

    private static string InWords(ParseResult parsed) => (parsed.UnmatchedTokens, parsed.Errors[0]) switch
    {
        ([{ } token, ..], _) when token.StartsWith('-') => $"there is no option '{token}'",
        ([{ } token, ..], _) => $"'{token}' is not expected here",
        (_, { SymbolResult: OptionResult { Tokens.Count: 0 } option }) => $"{option.Option.Name} requires a value",
        (_, var error) => error.Message.TrimEnd('.'),
    };
}
