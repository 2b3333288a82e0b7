namespace Dugout.Infrastructure.Publishing;

/// <summary>The page beside the files for Kubernetes: what to set, and the order in which files are applied, at first and for a new version.</summary>
internal static class KubernetesReadMe
{
    /// <summary>Returns the page.</summary>
    /// <param name="services">The services.</param>
    /// <param name="programs">The files with programs, in order.</param>
    public static string Of(IReadOnlyList<PublishedService> services, IReadOnlyList<(string Path, IReadOnlyList<string> Deployments)> programs) => $"""
        # Dugout on Kubernetes

        Written by `dotnet run --project AppHost -- --operation publish`; the next run overwrites changes.

        1. Build the images from the checkout and push them to a registry that the cluster can reach: {string.Join(", ", services.Where(service => service.IsProgram).Select(service => $"`{ProgramContainer.ImageOf(service)}` (`--build-arg PROJECT={service.Project}`)"))}.
        2. Copy `secret.example.yaml`, set each entry to its own value of 32 letters and digits, and apply the copy. Keep it out of version control.
        3. Set `DUGOUT_NETWORK` (the pods' network) and `DUGOUT_PARTNERS` (payment partner and picture store) in `0-settings.yaml`. The claim `{Kubernetes.Keys}` needs a storage class that several nodes can write to (ReadWriteMany).
        4. Apply in order, each when the previous one is ready:

        ```sh
        {string.Join('\n', Commands(services, programs))}
        ```

        Deploy a new version in the same order: programs of the previous version work with the schema changes of the job.

        """ + OfClusters(services);

    private static IEnumerable<string> Commands(IReadOnlyList<PublishedService> services, IReadOnlyList<(string Path, IReadOnlyList<string> Deployments)> programs)
    {
        if (services.FirstOrDefault(service => service.Kind == ServiceKind.GaleraBootstrap) is { } bootstrap)
        {
            yield return "kubectl apply -f 0-settings.yaml";
            yield return $"kubectl apply -f {KubernetesFiles.Bootstrap} && kubectl wait --for=condition=complete job/{bootstrap.Name} --timeout=10m    # once, before the first start";
            yield return "kubectl apply -f 1-servers.yaml";
        }
        else
        {
            yield return "kubectl apply -f 0-settings.yaml -f 1-servers.yaml";
        }

        foreach (var server in services.Where(service => service is { IsProgram: false, IsOneShot: false } and not { Kind: ServiceKind.RedisNode }).Select(KubernetesServers.NameOf).Distinct())
            yield return Rollout($"statefulset/{server}");
        var jobs = string.Join(' ', services.Where(KubernetesFiles.IsJob).Select(job => $"job/{job.Name}"));
        yield return $"kubectl delete {jobs} --ignore-not-found && kubectl apply -f 2-jobs.yaml && kubectl wait --for=condition=complete {jobs} --timeout=10m";
        // Its nodes are ready when the job has made a cluster of them.
        foreach (var server in services.Where(service => service.Kind == ServiceKind.RedisNode).Select(KubernetesServers.NameOf).Distinct())
            yield return Rollout($"statefulset/{server}");
        foreach (var (path, deployments) in programs)
            yield return string.Join(" && ", deployments.Select(name => Rollout($"deployment/{name}")).Prepend($"kubectl apply -f {path}"));
    }

    private static string Rollout(string what) => $"kubectl rollout status {what} --timeout=5m";

    private static string OfClusters(IReadOnlyList<PublishedService> services)
    {
        var text = "";
        if (services.Any(service => service.Group is not null))
            text += """

                ## Rolling upgrades

                The order is that of the files: migrator, then worker, API, gateway, each after the rollout of the previous one. Apply changes of servers (`1-servers.yaml`) separately: pods are replaced one at a time, from the last to the first, each when the one before is ready. No budget allows more than one pod of a service to be evicted.

                """;
        if (services.FirstOrDefault(service => service.Kind == ServiceKind.GaleraNode) is { } writer)
            text += $"""

                ## Database nodes

                `{writer.Name}` takes the writes while it is healthy, so it is replaced last. A pod is ready while its node is in the majority (`wsrep_ready`, `wsrep_cluster_status`). Three machines are required.

                Only `{KubernetesFiles.Bootstrap}` creates a cluster, and only in an empty volume; an empty node joins. After all nodes were stopped, the last one to stop forms the cluster. After all crashed, they restore it when all three run again. If neither happens, find the volume with the highest `Recovered position` in the nodes' logs, set `safe_to_bootstrap: 1` in its `grastate.dat`, and start that node alone; any other choice loses commits.

                """;
        return text;
    }
}
