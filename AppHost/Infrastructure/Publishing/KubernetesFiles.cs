using System.Text.Json.Nodes;
using k8s;
using k8s.Models;

namespace Dugout.Infrastructure.Publishing;

/// <summary>
/// The system for Kubernetes, in the order in which it must be applied: shared objects, the servers, the job that creates the schema, the programs. A
/// cluster has no start order of its own, so each file is applied when the objects of the previous one are ready. Simulators are omitted.
/// </summary>
internal static class KubernetesFiles
{
    /// <summary>Returns the files, by path below the output folder.</summary>
    public static IEnumerable<(string Path, string Text)> Write(PublishedSystem system)
    {
        var services = system.Services.Where(service => !service.IsSimulator).ToList();
        var servers = services.Where(service => !service.IsProgram).ToList();
        yield return ("0-settings.yaml", Text([Settings(), Keys(), .. servers.Select(Files)]));
        yield return ("1-servers.yaml", Text(servers.SelectMany(KubernetesServers.Of)));
        yield return ("2-jobs.yaml", Text(services.Where(service => service.Kind == ServiceKind.Job).Select(KubernetesPrograms.JobOf)));
        yield return ("3-programs.yaml", Text([.. services.Where(service => service.Kind == ServiceKind.Program).SelectMany(KubernetesPrograms.Of), .. KubernetesPrograms.Dashboard()]));
        yield return ("secret.example.yaml", Text([Secret(services)]));
        yield return ("README.md", ReadMe(services));
    }

    private static string Text(IEnumerable<IKubernetesObject> objects) => Yaml.Write(objects.Select(one => JsonNode.Parse(KubernetesJson.Serialize(one))!));

    /// <summary>The address of partners has no default: only the operator of the shop knows it.</summary>
    private static V1ConfigMap Settings() => Kubernetes.Named(Kubernetes.Settings, new V1ConfigMap
    {
        Data = new Dictionary<string, string> { ["DUGOUT_NETWORK"] = "10.0.0.0/8", ["DUGOUT_PARTNERS"] = "https://partners.example" },
    });

    /// <summary>Volume claim of the key ring: every program's pods read and write it, on any node.</summary>
    private static V1PersistentVolumeClaim Keys() => Kubernetes.Named(Kubernetes.Keys, new V1PersistentVolumeClaim
    {
        Spec = new() { AccessModes = ["ReadWriteMany"], Resources = new() { Requests = new Dictionary<string, ResourceQuantity> { ["storage"] = new("100Mi") } } },
    });

    private static V1ConfigMap Files(PublishedService server) =>
        Kubernetes.Named(Kubernetes.FilesOf(server), new V1ConfigMap { Data = ServerContainer.Of(server).Files.ToDictionary(file => file.Name, file => file.Text) });

    private static V1Secret Secret(IReadOnlyList<PublishedService> services)
    {
        var asked = services.SelectMany(service => service.IsProgram ? ProgramContainer.EnvironmentOf(service).Values : ServerContainer.Of(service).Environment.Values)
            .Concat(Dashboard.Environment.Values).SelectMany(Variables.In).Where(name => !Variables.Usual.ContainsKey(name)).Distinct().Order(StringComparer.Ordinal);
        return Kubernetes.Named(Kubernetes.Secrets, new V1Secret { Type = "Opaque", StringData = asked.ToDictionary(name => name, _ => "") });
    }

    private static string ReadMe(IReadOnlyList<PublishedService> services) => $"""
        # Dugout on Kubernetes

        Written by `dotnet run --project AppHost -- --operation publish`; the next run overwrites changes.

        1. Build the images from the checkout and push them to a registry that the cluster can reach: {string.Join(", ", services.Where(service => service.IsProgram).Select(service => $"`{ProgramContainer.ImageOf(service)}` (`--build-arg PROJECT={service.Project}`)"))}.
        2. Copy `secret.example.yaml`, set each entry to its own value of 32 letters and digits, and apply the copy. Keep it out of version control.
        3. Set `DUGOUT_NETWORK` (the pods' network) and `DUGOUT_PARTNERS` (payment partner and picture store) in `0-settings.yaml`. The claim `{Kubernetes.Keys}` needs a storage class that several nodes can write to (ReadWriteMany).
        4. Apply in order, each when the previous one is ready:

        ```sh
        kubectl apply -f 0-settings.yaml -f 1-servers.yaml
        {string.Join('\n', services.Where(service => !service.IsProgram).Select(service => $"kubectl rollout status statefulset/{service.Name} --timeout=5m"))}
        {string.Join('\n', services.Where(service => service.Kind == ServiceKind.Job).Select(service => $"kubectl delete job/{service.Name} --ignore-not-found && kubectl apply -f 2-jobs.yaml && kubectl wait --for=condition=complete job/{service.Name} --timeout=10m"))}
        kubectl apply -f 3-programs.yaml
        ```

        Deploy a new version in the same order: programs of the previous version work with the schema changes of the job.

        """;
}
