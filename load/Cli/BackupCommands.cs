using System.CommandLine;
using System.Data.Common;
using System.Globalization;
using System.Net.Sockets;
using Dugout.Load.Backups;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Scenarios;
using Dugout.Load.Trials;

namespace Dugout.Load.Cli;

/// <summary>The commands of operators: back up, restore, rehearse both.</summary>
internal static class BackupCommands
{
    private const string RestoreName = "restore";

    /// <summary>Whether a command starts systems, which take a while to stop.</summary>
    public static bool StartsSystems(string verb) => verb is RestoreName or Drill.Name;

    /// <summary>All of them.</summary>
    /// <param name="around">The command context.</param>
    /// <param name="appHost">The option that all commands share.</param>
    public static IEnumerable<Command> All(CommandContext around, Option<string> appHost)
    {
        yield return Take(around, appHost);
        yield return PutBack(around);
        yield return Rehearse(around);
    }

    private static Command Take(CommandContext around, Option<string> appHost)
    {
        var output = new Option<string>("--out") { Description = "The folder of the backup; it must be empty, or not be there yet. Only its owner may read what is in it.", HelpName = "DIR" };
        var dump = new Command("dump", "Takes a backup of the running system, as of one moment, while it goes on: its rows as SQL, and its keys.\n\nExit codes: 0 done; 64 the folder holds something; 69 no system is up.") { output, appHost };
        dump.SetAction(async (parsed, cancel) =>
        {
            var folder = FolderOf(parsed, output);
            var system = RunningSystem.Find(parsed.GetValue(appHost));
            var taken = await ReachAsync(() => Backup.TakeAsync(system, folder, cancel));
            await around.Output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture,
                $"{taken.Manifest.Tables.Sum(table => table.Rows)} rows of {taken.Manifest.Tables.Count} tables at {taken.Manifest.Position ?? "an unknown position"} in {folder}"));
            return ExitCode.Good;
        });
        return dump;
    }

    private static Command PutBack(CommandContext around)
    {
        var from = new Option<string>("--from") { Description = "The folder of the backup.", HelpName = "DIR" };
        var runFolder = new Option<string>("--run-dir") { Description = "The run folder that is made of it; it must be empty, or not be there yet. Start it with the AppHost's own --run-dir.", HelpName = "DIR" };
        var restore = new Command(RestoreName, "Puts a backup into an empty run folder, and compares every table with what the backup says.\n\nExit codes: 0 all is as it was; 2 something differs; 64 no whole backup, or the run folder holds something; 69 the servers did not start.") { from, runFolder };
        restore.SetAction(async (parsed, cancel) =>
        {
            var (backup, folder) = (FolderOf(parsed, from), FolderOf(parsed, runFolder));
            var differences = await ReachAsync(() => Backup.PutBackAsync(backup, folder, cancel));
            foreach (var difference in differences) await around.Output.WriteLineAsync($"DIFFERS  {difference}");
            if (differences.Count > 0) return ExitCode.CheckFailed;
            await around.Output.WriteLineAsync($"all is back; start it with: dotnet run --project AppHost -- --run-dir {folder}");
            return ExitCode.Good;
        });
        return restore;
    }

    private static Command Rehearse(CommandContext around)
    {
        var drill = new Command(Drill.Name,
            """
            Rehearses backup and restore: takes a backup of a system of its own that fans buy from, loses everything, puts the backup into new servers, and compares.

            Exit codes: 0 all came back, to the row; 2 something did not; 3 too little was sold to show anything; 64 a wrong option; 69 no system is
            up: one did not start; 130 somebody broke it off.
            """);
        drill.SetAction((_, cancel) => ReachAsync(() => new Drill(around, new LabFolder(around.Home)).RunAsync(cancel)));
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
        catch (Exception away) when (away is DbException or IOException or UnauthorizedAccessException or SocketException or TimeoutException or SignInException)
        {
            throw new NoSystemException($"a system or a file is out of reach: {away.Message}");
        }
        catch (NotSupportedException unfit)
        {
            throw new NoSystemException(unfit.Message);
        }
    }
}
