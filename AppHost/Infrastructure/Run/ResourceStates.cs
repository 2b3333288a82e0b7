namespace Dugout.Infrastructure.Run;

/// <summary>Shared queries of resources and their snapshots.</summary>
internal static class ResourceStates
{
    /// <summary>Aspire's name of its dashboard, which is optional for the system.</summary>
    public const string Dashboard = "aspire-dashboard";

    /// <summary>The state of a frozen program. It still has its process, its connections and its port.</summary>
    public const string Frozen = "Frozen";

    /// <summary>The property in which Aspire stores a program's process id.</summary>
    private const string ProcessIdProperty = "executable.pid";

    /// <summary>Whether a resource is part of the system, and not one that Aspire adds for itself and hides.</summary>
    public static bool IsOurs(this IResource resource) => !resource.Annotations.OfType<HiddenAnnotation>().Any();

    /// <summary>Whether users see a resource: the system's own, and the dashboard.</summary>
    public static bool IsShown(this IResource resource) => resource.IsOurs() || resource.Name == Dashboard;

    /// <summary>The display name of a resource.</summary>
    public static string ShownName(this IResource resource) => resource.Name == Dashboard ? "dashboard" : resource.Name;

    /// <summary>Address of a resource; of the dashboard, which has several addresses, that of its pages. Null where there is none.</summary>
    public static string? Address(this CustomResourceSnapshot snapshot) =>
        (snapshot.Urls.FirstOrDefault(url => url is { IsInternal: false, Name: "http" }) ?? snapshot.Urls.FirstOrDefault(url => !url.IsInternal))?.Url;

    /// <summary>The id of a program's process; for a program that has ended, the id of its last process.</summary>
    public static int? ProcessId(this CustomResourceSnapshot snapshot) =>
        snapshot.Properties.FirstOrDefault(property => property.Name == ProcessIdProperty)?.Value as int?;

    /// <summary>Whether a program ran and has ended, for any reason. False for one that could not start.</summary>
    public static bool HasEnded(this CustomResourceSnapshot snapshot) =>
        snapshot.State?.Text is { } state && (state == KnownResourceStates.Finished || state == KnownResourceStates.Exited);

    /// <summary>Whether a program could not start.</summary>
    public static bool CouldNotStart(this CustomResourceSnapshot snapshot) => snapshot.State?.Text == KnownResourceStates.FailedToStart;
}
