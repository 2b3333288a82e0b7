using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using System.Globalization;
using Dugout.Load.Bare;
using Dugout.Load.Scenarios;

namespace Dugout.Load;

/// <summary>The command line: one command a scenario, one clear line for whatever does not fit.</summary>
internal sealed class LoadCommand
{
    private const string ExitCodes =
        """
        Exit codes: 0 the check holds and nothing failed; 1 the check holds and something failed; 2 the check fails;
        64 a wrong option; 69 no system is up, or its database is out of reach.
        """;

    private readonly Option<int> _rate = WholeNumber("--rate", 1, 10_000, 20, "Flows started a second, whatever becomes of the ones before (1..10000).");
    private readonly Option<int> _seconds = WholeNumber("--seconds", 1, 86_400, 30, "How long flows are started, in seconds (1..86400).");
    private readonly Option<int?> _accounts = MaybeNumber("--accounts", 1, 1_000_000, "How many of the seeded accounts buy; five for each flow a second and at least 20 when not given.");

    private readonly Option<string> _appHost = new("--apphost") { Description = "The apphost.json of the system; when not given, the one of this checkout.", HelpName = "FILE" };
    private readonly Option<string> _signIn = new("--sign-in")
    {
        Description = "Whether accounts sign in once each before the clock, or each flow signs in as its first step.",
        HelpName = "once|each",
        DefaultValueFactory = _ => "once",
        CustomParser = argument =>
        {
            if (argument.Tokens[0].Value is "once" or "each") return argument.Tokens[0].Value;
            argument.AddError($"--sign-in wants once or each, not '{argument.Tokens[0].Value}'");
            return null;
        },
    };

    private readonly Option<int> _rounds = WholeNumber("--rounds", 1, 1_000, 7, "How often each arm has its turn (1..1000).");
    private readonly Option<int> _requests = WholeNumber("--requests", 1, 10_000, 2_000, "Requests a turn (1..10000).");
    private readonly Option<int> _callers = WholeNumber("--callers", 1, 64, 4, "Connections that ask at once, each as soon as it was answered (1..64).");

    private readonly Surroundings _around;
    private readonly RootCommand _root;

    /// <summary>Lays out the commands and their options.</summary>
    public LoadCommand(Surroundings around)
    {
        _around = around;
        var ticketing = new Command(Ticketing.Name, $"The nine steps of a ticket sale, then the check that every sale told is a row and every row was told.\n\n{ExitCodes}")
        {
            _rate, _seconds, _accounts, _signIn, _appHost,
        };
        ticketing.SetAction((parsed, _) => new TicketingRun(
            new TicketingOptions(parsed.GetValue(_rate), parsed.GetValue(_seconds), parsed.GetValue(_appHost), parsed.GetValue(_accounts), parsed.GetValue(_signIn) == "each"),
            around).RunAsync());
        var costs = new Command(CostsRun.Name, $"What a request of each step costs every process, beside bare arms in the same run. Run it and the system with -c Release.\n\n{ExitCodes}")
        {
            _rounds, _requests, _callers, _appHost,
        };
        costs.SetAction((parsed, _) => new CostsRun(
            new CostsOptions(parsed.GetValue(_rounds), parsed.GetValue(_requests), parsed.GetValue(_callers), parsed.GetValue(_appHost)), around).RunAsync());
        var bare = new Command(BareProgram.Command) { Hidden = true };
        bare.SetAction((_, _) => BareProgram.RunAsync(Console.In, around.Output));
        _root = new RootCommand($"Pushes load at a running Dugout and checks afterwards that nothing was sold twice; measures what requests cost.\n\n{ExitCodes}") { ticketing, costs, bare };
        foreach (var verb in ExperimentCommands.All(around)) _root.Subcommands.Add(verb);
    }

    /// <summary>Parses, runs, and answers the exit code.</summary>
    public async Task<int> RunAsync(string[] args)
    {
        try
        {
            if (args is [{ } scenario, ..] && !scenario.StartsWith('-') && _root.Subcommands.All(command => command.Name != scenario))
                throw new UsageException($"there is no scenario '{scenario}'; there is: {Scenarios}");
            if (args.Length == 0) throw new UsageException($"say which scenario to run: {Scenarios}");

            var parsed = _root.Parse(args);
            if (parsed.Action is ParseErrorAction) throw new UsageException(InWords(parsed));
            return await parsed.InvokeAsync(new InvocationConfiguration { Output = _around.Output, Error = _around.Errors, EnableDefaultExceptionHandler = false }).ConfigureAwait(false);
        }
        catch (UsageException wrong)
        {
            await _around.Errors.WriteLineAsync($"load: {wrong.Message} (see --help)").ConfigureAwait(false);
            return ExitCode.Usage;
        }
        catch (NoSystemException away)
        {
            await _around.Errors.WriteLineAsync($"load: {away.Message}").ConfigureAwait(false);
            return ExitCode.NoSystem;
        }
    }

    private string Scenarios => string.Join(", ", _root.Subcommands.Where(command => !command.Hidden).Select(command => command.Name));

    private static string InWords(ParseResult parsed) => (parsed.UnmatchedTokens, parsed.Errors[0]) switch
    {
        ([{ } token, ..], _) when token.StartsWith('-') => $"there is no option '{token}'",
        ([{ } token, ..], _) => $"'{token}' means nothing here",
        (_, { SymbolResult: OptionResult { Tokens.Count: 0 } option }) => $"{option.Option.Name} wants a value",
        (_, var error) => error.Message.TrimEnd('.'),
    };

    /// <summary>An option with a whole number in bounds, which has a usual value.</summary>
    internal static Option<int> WholeNumber(string name, int least, int greatest, int usual, string description) => new(name)
    {
        Description = description,
        DefaultValueFactory = _ => usual,
        CustomParser = argument => Whole(argument, name, least, greatest) ?? 0,
    };

    /// <summary>An option with a whole number in bounds, or nothing.</summary>
    internal static Option<int?> MaybeNumber(string name, int least, int greatest, string description) => new(name)
    {
        Description = description,
        CustomParser = argument => Whole(argument, name, least, greatest),
    };

    private static int? Whole(ArgumentResult argument, string name, int least, int greatest)
    {
        var text = argument.Tokens[0].Value;
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= greatest) return number;
        argument.AddError($"{name} wants a whole number from {least} to {greatest}, not '{text}'");
        return null;
    }
}

/// <summary>The command line asks for something that cannot be; the message is the one line the user sees.</summary>
internal sealed class UsageException(string message) : Exception(message);
