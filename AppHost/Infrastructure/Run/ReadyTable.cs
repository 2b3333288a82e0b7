using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Infrastructure.Run;

/// <summary>The table shown when everything is ready: every resource with its state and address, the actual engines, and which packages are stand-ins.</summary>
internal static class ReadyTable
{
    public static void Print(DistributedApplication app, string servers, TextWriter output)
    {
        var rows = app.Services.GetRequiredService<DistributedApplicationModel>().Resources
            .Where(ResourceStates.IsShown)
            .Select(resource => app.ResourceNotifications.TryGetCurrentState(resource.Name, out var now)
                ? (Name: resource.ShownName(), State: now.Snapshot.State?.Text ?? "", Url: now.Snapshot.Address() ?? "")
                : (Name: resource.ShownName(), State: "", Url: ""))
            .ToList();
        var width = rows.Max(row => row.Name.Length);

        output.WriteLine();
        foreach (var (name, state, url) in rows)
            output.WriteLine($"  {name.PadRight(width)}  {state,-10}  {url}");
        output.WriteLine();
        output.WriteLine($"  Servers    {servers}");
        output.WriteLine($"  Stand-in   for {PackageList.StandIns}");
        output.WriteLine($"  Packages   {PackageList.Real}");
        output.WriteLine();
        output.WriteLine($"  Dugout is ready at {rows.Find(row => row.Name == "gateway").Url}. Ctrl-C stops everything.");
        output.WriteLine();
    }
}
