using Dugout.Load.Checks;
using Dugout.Load.Cli;
using Dugout.Load.ScenarioRuns;
using Spectre.Console;

namespace Dugout.Load;

/// <summary>The command line.</summary>
// An explicit class: the class generated from top-level statements would clash with another program's where tests refer to both.
internal static class Program
{
    private static Task<int> Main(string[] args) => new LoadCommand(new CommandContext
    {
        Output = Console.Out,
        Errors = Console.Error,
        Screen = Console.IsOutputRedirected ? null : AnsiConsole.Create(new AnsiConsoleSettings()),
        OpenRecords = connectionString => new SaleDatabase(connectionString),
    }).RunAsync(args);
}
