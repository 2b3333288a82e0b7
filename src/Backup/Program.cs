namespace Dugout.Backup;

/// <summary>The command line: dump, restore, drill.</summary>
// An explicit class: the class generated from top-level statements would clash with another program's where tests refer to both.
internal static class Program
{
    private static Task<int> Main(string[] args) => new BackupCommand(Console.Out, Console.Error).RunAsync(args);
}
