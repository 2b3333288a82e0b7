using NBomber.Contracts;
using NBomber.CSharp;
using Spectre.Console;

namespace Dugout.Load.Measuring;

/// <summary>Runs a scenario in NBomber without NBomber's own output and files.</summary>
internal static class NBomberSession
{
    private static readonly IAnsiConsole Silent = AnsiConsole.Create(new AnsiConsoleSettings
    {
        Ansi = AnsiSupport.No,
        ColorSystem = ColorSystemSupport.NoColors,
        Interactive = InteractionSupport.No,
        Out = new AnsiConsoleOutput(TextWriter.Null),
    });

    /// <summary>Completes when NBomber has finished, which is seconds after the last iteration.</summary>
    public static async Task RunAsync(ScenarioProps scenario)
    {
        // NBomber draws on the shared console. It would write into our live view, and a console draws only one live view at a time.
        AnsiConsole.Console = Silent;
        // NBomber writes a log into its report folder, even without reports, and first deletes the folder's content.
        var folder = Directory.CreateTempSubdirectory("dugout-nbomber-").FullName;
        try
        {
            await Task.Run(() => NBomberRunner.RegisterScenarios(scenario).WithReportFolder(folder).WithoutReports().Run());
        }
        finally
        {
            Delete(folder);
        }
    }

    private static void Delete(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception undeleted) when (undeleted is IOException or UnauthorizedAccessException)
        {
            // It lies in the folder for temporary files, and the run has its result.
        }
    }
}
