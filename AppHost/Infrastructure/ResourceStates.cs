namespace Dugout.Infrastructure;

/// <summary>What is asked of a resource's snapshot in several places.</summary>
internal static class ResourceStates
{
    /// <summary>Aspire's name of its own resource, which the system does without.</summary>
    public const string Dashboard = "aspire-dashboard";

    /// <summary>Whether a resource is part of the system, and none of those that Aspire adds for itself and hides.</summary>
    public static bool IsOurs(this IResource resource) => !resource.Annotations.OfType<HiddenAnnotation>().Any();

    /// <summary>Whether a program ran and has ended, by itself or not. One that could not start has not.</summary>
    public static bool HasEnded(this CustomResourceSnapshot snapshot) =>
        snapshot.State?.Text is { } state && (state == KnownResourceStates.Finished || state == KnownResourceStates.Exited);

    /// <summary>Whether a program could not start.</summary>
    public static bool CouldNotStart(this CustomResourceSnapshot snapshot) => snapshot.State?.Text == KnownResourceStates.FailedToStart;
}
