using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using System.Data.Common;
using System.Globalization;
using System.Net.Sockets;
using Dugout.Load.Client;

namespace Dugout.Backup;

/// <summary>The command line of operators: back up, restore, rehearse both. Every usage error is one line.</summary>
internal sealed class BackupCommand
{
    /// <summary>An aborted command stops the servers it started; after this time it is ended.</summary>
    private static readonly TimeSpan LongestEnd = TimeSpan.FromMinutes(2);

    private readonly Option<string> _appHost = new("--apphost") { Description = "The apphost.json of the system; when not given, the one of this checkout.", HelpName = "FILE" };
    private readonly TextWriter _output;
    private readonly TextWriter _errors;
    private readonly RootCommand _root;

    /// <summary>Defines the commands and their options.</summary>
    /// <param name="output">The output of results.</param>
    /// <param name="errors">The output of the one line about a wrong start.</param>
    public BackupCommand(TextWriter output, TextWriter errors)
    {
        (_output, _errors) = (output, errors);
        _root = new RootCommand("Backs up a running Dugout, restores a backup, and rehearses both.") { Dump(), Restore(), Drill() };
    }

    private string Names => string.Join(", ", _root.Subcommands.Select(command => command.Name));

    /// <summary>Parses, runs, and returns the exit code.</summary>
    /// <param name="args">The command line.</param>
    /// <param name="brokenOff">Cancelling it aborts the command, as Ctrl-C does.</param>
    public async Task<int> RunAsync(string[] args, CancellationToken brokenOff = default)
    {
        try
        {
            if (args.Length == 0) throw new UsageException($"name a command: {Names}");
            if (!args[0].StartsWith('-') && _root.Subcommands.All(command => command.Name != args[0])) throw new UsageException($"there is no command '{args[0]}'; available: {Names}");
            var parsed = _root.Parse(args);
            if (parsed.Action is ParseErrorAction) throw new UsageException(InWords(parsed));
            return await parsed.InvokeAsync(
                new InvocationConfiguration { Output = _output, Error = _errors, EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = LongestEnd }, brokenOff);
        }
        catch (UsageException wrong)
        {
            await _errors.WriteLineAsync($"backup: {wrong.Message} (see --help)");
            return ExitCode.Usage;
        }
        catch (NoSystemException away)
        {
            await _errors.WriteLineAsync($"backup: {away.Message}");
            return ExitCode.NoSystem;
        }
        catch (OperationCanceledException)
        {
            await _errors.WriteLineAsync("backup: broken off, so nothing is complete; the servers it started are stopped");
            return ExitCode.BrokenOff;
        }
    }

    private Command Dump()
    {
        var output = new Option<string>("--out") { Description = "The folder of the backup; it must be empty, or not be there yet. Only its owner may read what is in it.", HelpName = "DIR" };
        var dump = new Command("dump", "Takes a backup of the running system, as of one moment, while it goes on: its rows as SQL, and its keys.\n\nExit codes: 0 done; 64 the folder holds something; 69 no system is up.") { output, _appHost };
        dump.SetAction(async (parsed, cancel) =>
        {
            var folder = FolderOf(parsed, output);
            var system = RunningSystem.Find(parsed.GetValue(_appHost));
            var taken = await ReachAsync(() => BackupFolder.TakeAsync(system, folder, cancel));
            await _output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture,
                $"{taken.Manifest.Tables.Sum(table => table.Rows)} rows of {taken.Manifest.Tables.Count} tables at {taken.Manifest.Position ?? "an unknown position"} in {folder}"));
            return ExitCode.Good;
        });
        return dump;
    }

    private Command Restore()
    {
        var from = new Option<string>("--from") { Description = "The folder of the backup.", HelpName = "DIR" };
        var runFolder = new Option<string>("--run-dir") { Description = "The run folder that is made of it; it must be empty, or not be there yet. Start it with the AppHost's own --run-dir.", HelpName = "DIR" };
        var restore = new Command("restore", "Puts a backup into an empty run folder, and compares every table with what the backup says.\n\nExit codes: 0 all is as it was; 2 something differs; 64 no whole backup, or the run folder holds something; 69 the servers did not start.") { from, runFolder };
        restore.SetAction(async (parsed, cancel) =>
        {
            var (backup, folder) = (FolderOf(parsed, from), FolderOf(parsed, runFolder));
            var differences = await ReachAsync(() => BackupFolder.RestoreAsync(backup, folder, cancel));
            foreach (var difference in differences) await _output.WriteLineAsync($"DIFFERS  {difference}");
            if (differences.Count > 0) return ExitCode.CheckFailed;
            await _output.WriteLineAsync($"all is back; start it with: dotnet run --project AppHost -- --run-dir {folder}");
            return ExitCode.Good;
        });
        return restore;
    }

    private Command Drill()
    {
        var drill = new Command("drill",
            """
            Rehearses backup and restore: takes a backup of a system of its own that fans buy from, loses everything, puts the backup into new servers, and compares.

            Exit codes: 0 all came back, to the row; 2 something did not; 3 too little was sold to show anything; 64 a wrong option; 69 no system is
            up: one did not start; 130 interrupted (Ctrl-C).
            """);
        drill.SetAction((_, cancel) => ReachAsync(() => new Drill(_output, TimeProvider.System).RunAsync(cancel)));
        return drill;
    }

    private static string FolderOf(ParseResult parsed, Option<string> option) =>
        parsed.GetValue(option) is { } named && !string.IsNullOrWhiteSpace(named) ? Path.GetFullPath(named) : throw new UsageException($"{option.Name} names no folder");

    private static async Task<T> ReachAsync<T>(Func<Task<T>> work)
    {
        try
        {
            return await work();
        }
        catch (Exception away) when (away is DbException or IOException or UnauthorizedAccessException or SocketException or TimeoutException)
        {
            throw new NoSystemException($"a system or a file is out of reach: {away.Message}");
        }
        catch (NotSupportedException unfit)
        {
            throw new NoSystemException(unfit.Message);
        }
    }

    private static string InWords(ParseResult parsed) => (parsed.UnmatchedTokens, parsed.Errors[0]) switch
    {
        ([{ } token, ..], _) when token.StartsWith('-') => $"there is no option '{token}'",
        ([{ } token, ..], _) => $"'{token}' is not expected here",
        (_, { SymbolResult: OptionResult { Tokens.Count: 0 } option }) => $"{option.Option.Name} requires a value",
        (_, var error) => error.Message.TrimEnd('.'),
    };
}
