using NBomber.Contracts;
using NBomber.Contracts.Stats;
using NBomber.CSharp;

namespace Dugout.StandIns.Tests.NBomber;

/// <summary>Runs that leave no folder behind.</summary>
internal static class Quiet
{
    public static NodeStats Run(params ScenarioProps[] scenarios)
    {
        var folder = Directory.CreateTempSubdirectory("nbomber-");
        try
        {
            return NBomberRunner.RegisterScenarios(scenarios).WithReportFolder(folder.FullName).WithoutReports().Run();
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
