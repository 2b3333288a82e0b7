namespace Dugout.Infrastructure;

/// <summary>What several places want to know of a resource or its snapshot.</summary>
internal static class ResourceStates
{
    /// <summary>Aspire's name of its dashboard, which the system can do without.</summary>
    public const string Dashboard = "aspire-dashboard";

    /// <summary>The property in which Aspire keeps a program's process id.</summary>
    private const string ProcessIdProperty = "executable.pid";

    /// <summary>Whether a resource is part of the system, and none of those that Aspire adds for itself and hides.</summary>
    public static bool IsOurs(this IResource resource) => !resource.Annotations.OfType<HiddenAnnotation>().Any();

    /// <summary>Whether users are shown a resource: ours, and the dashboard.</summary>
    public static bool IsShown(this IResource resource) => resource.IsOurs() || resource.Name == Dashboard;

    /// <summary>The name under which users are shown a resource.</summary>
    public static string ShownName(this IResource resource) => resource.Name == Dashboard ? "dashboard" : resource.Name;

    /// <summary>Where a resource is reached; of the dashboard, which has several addresses, where its pages are. Null where it has no address.</summary>
    public static string? Address(this CustomResourceSnapshot snapshot) =>
        (snapshot.Urls.FirstOrDefault(url => url is { IsInternal: false, Name: "http" }) ?? snapshot.Urls.FirstOrDefault(url => !url.IsInternal))?.Url;

    /// <summary>The id of a program's process; of one that has ended, the id that it had.</summary>
    public static int? ProcessId(this CustomResourceSnapshot snapshot) =>
        snapshot.Properties.FirstOrDefault(property => property.Name == ProcessIdProperty)?.Value as int?;

    /// <summary>Whether a program ran and has ended, by itself or not. One that could not start has not.</summary>
    public static bool HasEnded(this CustomResourceSnapshot snapshot) =>
        snapshot.State?.Text is { } state && (state == KnownResourceStates.Finished || state == KnownResourceStates.Exited);

    /// <summary>Whether a program could not start.</summary>
    public static bool CouldNotStart(this CustomResourceSnapshot snapshot) => snapshot.State?.Text == KnownResourceStates.FailedToStart;
}
