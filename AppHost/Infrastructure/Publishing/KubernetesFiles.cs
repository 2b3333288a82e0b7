using System.Globalization;
using System.Text.Json.Nodes;
using k8s;
using k8s.Models;

namespace Dugout.Infrastructure.Publishing;

/// <summary>
/// The system for Kubernetes, in the order in which it must be applied: shared objects, the servers, the jobs that create a cluster and the schema, the programs. A
/// cluster has no start order of its own, so each file is applied when the objects of the previous one are ready. Simulators are omitted.
/// </summary>
internal static class KubernetesFiles
{
    /// <summary>Returns the files, by path below the output folder.</summary>
    public static IEnumerable<(string Path, string Text)> Write(PublishedSystem system)
    {
        var services = system.Services.Where(service => !service.IsSimulator).ToList();
        var servers = services.Where(service => service is { IsProgram: false, IsOneShot: false }).GroupBy(KubernetesServers.NameOf).Select(nodes => nodes.ToList()).ToList();
        yield return ("0-settings.yaml", Text([Settings(), Keys(), .. servers.Select(nodes => Files(nodes[0]))]));
        if (system.Bootstrap is { } bootstrap)
            yield return (Bootstrap, Text(KubernetesServers.BootstrapOf(bootstrap)));
        yield return ("1-servers.yaml", Text(servers.SelectMany(KubernetesServers.Of)));
        yield return ("2-jobs.yaml", Text(services.Where(IsJob).Select(service => service.IsProgram ? KubernetesPrograms.JobOf(service) : KubernetesServers.JobOf(service))));
        var programs = Programs(system.IsCluster, services);
        foreach (var (path, objects) in programs)
            yield return (path, Text(objects));
        yield return ("secret.example.yaml", Text([Secret(services)]));
        // One file each is applied one after the other.
        yield return ("README.md", KubernetesReadMe.Of(services, [.. programs.Select(file => (file.Path, (IReadOnlyList<string>)(system.IsCluster ? [.. file.Objects.OfType<V1Deployment>().Select(deployment => deployment.Metadata.Name)] : [])))]));
    }

    /// <summary>The file that is applied once, before the first start.</summary>
    public const string Bootstrap = "0-bootstrap.yaml";

    /// <summary>Whether a service is a job that runs with each new version.</summary>
    public static bool IsJob(PublishedService service) => service.Kind is ServiceKind.Job or ServiceKind.RedisCreate;

    /// <summary>The programs in one file; beside clusters, whose versions change without a pause, one file each: programs without callers first, then those that others call, last the one that users call.</summary>
    private static List<(string Path, List<IKubernetesObject> Objects)> Programs(bool isCluster, IReadOnlyList<PublishedService> services)
    {
        var programs = services.Where(service => service.Kind == ServiceKind.Program).ToList();
        if (!isCluster)
            return [("3-programs.yaml", [.. programs.SelectMany(program => KubernetesPrograms.Of(program, withBudget: false)), .. KubernetesPrograms.Dashboard()])];
        var ordered = programs.OrderBy(program => program.OutsidePort is not null ? 2 : programs.Exists(other => other.WaitsFor.Contains(program.Name)) ? 1 : 0);
        return
        [
            .. ordered.Select((program, index) => (string.Create(CultureInfo.InvariantCulture, $"{index + 3}-{program.Name}.yaml"), KubernetesPrograms.Of(program, withBudget: program.OutsidePort is not null).ToList())),
            (string.Create(CultureInfo.InvariantCulture, $"{programs.Count + 3}-dashboard.yaml"), [.. KubernetesPrograms.Dashboard()]),
        ];
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
}
