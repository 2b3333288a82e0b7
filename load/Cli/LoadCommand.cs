using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using Dugout.Load.Baselines;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.ScenarioRuns;

namespace Dugout.Load.Cli;

/// <summary>The command line: one command per scenario, one clear line for every usage error.</summary>
internal sealed class LoadCommand
{
    private const string ExitCodes =
        """
        Exit codes: 0 the check holds and nothing failed; 1 the check holds and something failed, the figures are
        void, or the load did not keep going; 2 the check fails; 64 a wrong option; 69 no system is up, its database is
        out of reach, or the record can't be written; 130 somebody broke the run off.
        """;

    /// <summary>An aborted run waits for the responses that the check needs, and for the check; after this time it is ended.</summary>
    private static readonly TimeSpan LongestEnd = TimeSpan.FromMinutes(2);

    private readonly Option<string> _appHost = new("--apphost") { Description = "The apphost.json of the system; when not given, the one of this checkout.", HelpName = "FILE" };
    private readonly Option<int> _rounds = Numbers.Whole("--rounds", 1, 1_000, 7, "How often each arm has its turn (1..1000).");
    private readonly Option<int> _requests = Numbers.Whole("--requests", 1, 10_000, 2_000, "Requests a turn (1..10000).");
    private readonly Option<int> _callers = Numbers.Whole("--callers", 1, 64, 4, "Connections that ask at once, each as soon as it was answered (1..64).");

    private readonly CommandContext _context;
    private readonly RootCommand _root;

    /// <summary>Defines the commands and their options.</summary>
    public LoadCommand(CommandContext context)
    {
        _context = context;
        _root = new RootCommand($"Pushes load at a running Dugout and checks afterwards that nothing was sold twice; measures what requests cost.\n\n{ExitCodes}");
        var options = new ScenarioOptions(_appHost);
        foreach (var kind in Scenarios.Scenarios.All)
        {
            var scenario = options.Command(kind, ExitCodes);
            scenario.SetAction((parsed, abort) => new ScenarioRun(options.Read(kind, parsed), context, abort).RunAsync());
            _root.Subcommands.Add(scenario);
        }

        var costs = new Command(CostsRun.Name, $"What a request of each step costs every process, beside bare arms in the same run. Run it and the system with -c Release.\n\n{ExitCodes}")
        {
            _rounds, _requests, _callers, _appHost,
        };
        costs.SetAction((parsed, _) => new CostsRun(
            new CostsOptions(parsed.GetValue(_rounds), parsed.GetValue(_requests), parsed.GetValue(_callers), parsed.GetValue(_appHost)), context).RunAsync());
        var generator = new Command(GeneratorRun.Name, $"How many starts a second this machine's half core can send, and how many of them late. Run it with -c Release; it needs no system.\n\n{ExitCodes}");
        generator.SetAction((_, _) => new GeneratorRun(context).RunAsync());
        var baseline = new Command(BaselineProgram.Command) { Hidden = true };
        baseline.SetAction((_, _) => BaselineProgram.RunAsync(Console.In, context.Output));
        foreach (var other in (Command[])[.. ExperimentCommands.All(context), .. RecordCommands.All(context, _appHost), costs, generator, baseline]) _root.Subcommands.Add(other);
    }

    /// <summary>Parses, runs, and returns the exit code.</summary>
    /// <param name="args">The command line.</param>
    /// <param name="abort">Cancelling it aborts a scenario, as Ctrl-C does.</param>
    public async Task<int> RunAsync(string[] args, CancellationToken abort = default)
    {
        try
        {
            if (args is [{ } scenario, ..] && !scenario.StartsWith('-') && _root.Subcommands.All(command => command.Name != scenario))
                throw new UsageException($"there is no scenario '{scenario}'; there is: {Names}");
            if (args.Length == 0) throw new UsageException($"say which scenario to run: {Names}");

            var parsed = _root.Parse(args);
            if (parsed.Action is ParseErrorAction) throw new UsageException(InWords(parsed));
            var configuration = new InvocationConfiguration { Output = _context.Output, Error = _context.Errors, EnableDefaultExceptionHandler = false };
            var verb = parsed.CommandResult.Command.Name;
            if (ExperimentCommands.StartsSystems(verb) || Scenarios.Scenarios.All.Any(kind => kind.Name == verb)) configuration.ProcessTerminationTimeout = LongestEnd;
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
            await _context.Errors.WriteLineAsync("load: broken off before the clock started, so nothing was measured");
            return ExitCode.Aborted;
        }
    }

    private string Names => string.Join(", ", _root.Subcommands.Where(command => !command.Hidden).Select(command => command.Name));

    private static string InWords(ParseResult parsed) => (parsed.UnmatchedTokens, parsed.Errors[0]) switch
    {
        ([{ } token, ..], _) when token.StartsWith('-') => $"there is no option '{token}'",
        ([{ } token, ..], _) => $"'{token}' means nothing here",
        (_, { SymbolResult: OptionResult { Tokens.Count: 0 } option }) => $"{option.Option.Name} wants a value",
        (_, var error) => error.Message.TrimEnd('.'),
    };
}
