namespace Dugout.Infrastructure.Run;

/// <summary>Queries the order of resources in the model.</summary>
internal static class ResourceWaits
{
    /// <summary>Direct dependencies of a resource.</summary>
    public static IEnumerable<WaitAnnotation> Waits(this IResource resource) => resource.Annotations.OfType<WaitAnnotation>();

    /// <summary>Direct and transitive dependencies of a resource, including jobs that have ended: an API replica waits for the migrator, and that for the database.</summary>
    public static IReadOnlySet<IResource> Dependencies(this IResource resource)
    {
        var found = new HashSet<IResource>();
        var open = new Queue<IResource>([resource]);
        while (open.TryDequeue(out var next))
        {
            foreach (var wait in next.Waits().Where(wait => found.Add(wait.Resource)))
                open.Enqueue(wait.Resource);
        }

        return found;
    }

    /// <summary>The resources whose end others wait for, such as the migrator, each with the expected exit codes.</summary>
    public static ILookup<IResource, int> Jobs(this IEnumerable<IResource> resources) =>
        resources.SelectMany(Waits).Where(wait => wait.WaitType == WaitType.WaitForCompletion).ToLookup(wait => wait.Resource, wait => wait.ExitCode);
}
