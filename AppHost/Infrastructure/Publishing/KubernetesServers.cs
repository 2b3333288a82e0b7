using Dugout.Infrastructure.Servers.Galera;
using Dugout.Infrastructure.Servers.Redis;
using k8s;
using k8s.Models;

namespace Dugout.Infrastructure.Publishing;

/// <summary>
/// A server on Kubernetes: a stateful set of one pod with its own volume, and a service. The nodes of a cluster are one stateful set, whose pods have the nodes' names, with a disruption budget.
/// </summary>
internal static class KubernetesServers
{
    private const string Data = "data";
    private const string Files = "files";

    /// <summary>Returns the name of a server's objects.</summary>
    public static string NameOf(PublishedService service) => service.Group ?? service.Name;

    /// <summary>Returns the objects of a server, or of all nodes of a cluster.</summary>
    public static IEnumerable<IKubernetesObject> Of(IReadOnlyList<PublishedService> nodes)
    {
        var (service, name) = (nodes[0], NameOf(nodes[0]));
        var (isNode, isDatabase) = (service.Group is not null, service.Kind == ServiceKind.GaleraNode);
        var address = Kubernetes.Service(name, oneByOne: true, [("server", service.Port!.Value), .. PortsBetween(service)]);
        // Nodes find each other before they are ready.
        address.Spec.PublishNotReadyAddresses = isNode ? true : null;
        yield return address;

        var pod = Pod(service, service.Port.Value, ServerContainer.Of(service));
        pod.Affinity = isNode ? Apart(name, isRequired: isDatabase) : null;
        yield return Kubernetes.Named(name, new V1StatefulSet
        {
            Spec = new()
            {
                ServiceName = name,
                Replicas = nodes.Count,
                // Pods count from 1, as nodes do everywhere else.
                Ordinals = isNode ? new() { Start = 1 } : null,
                // A Redis node is ready only when all form a cluster.
                PodManagementPolicy = !isNode ? null : isDatabase ? "OrderedReady" : "Parallel",
                // From the last pod to the first, which takes the writes; each when the one before is ready.
                UpdateStrategy = isNode ? new() { Type = "RollingUpdate" } : null,
                Selector = Kubernetes.Selector(name),
                Template = Kubernetes.Template(name, pod),
                VolumeClaimTemplates = [new() { Metadata = new() { Name = Data }, Spec = Storage(service) }],
            },
        });
        if (isNode)
            yield return Kubernetes.Budget(name);
    }

    /// <summary>Returns the job of a service that prepares a cluster's servers.</summary>
    public static IKubernetesObject JobOf(PublishedService service)
    {
        var pod = Pod(service, port: null, ServerContainer.Of(service));
        pod.RestartPolicy = "OnFailure";
        if (service.Volume is not null)
            pod.Volumes.Add(new() { Name = Data, PersistentVolumeClaim = new() { ClaimName = ClaimOf(service) } });
        return Kubernetes.Named(service.Name, new V1Job { Spec = new() { BackoffLimit = 6, Template = Kubernetes.Template(service.Name, pod) } });
    }

    /// <summary>Returns the job that creates the first node's data, and before it the volume, under the name by which the stateful set finds it.</summary>
    public static IEnumerable<IKubernetesObject> BootstrapOf(PublishedService service)
    {
        yield return Kubernetes.Named(ClaimOf(service), new V1PersistentVolumeClaim { Spec = Storage(service) });
        yield return JobOf(service);
    }

    private static string ClaimOf(PublishedService service) => $"{Data}-{service.Volume}";

    private static V1PersistentVolumeClaimSpec Storage(PublishedService service) =>
        new() { AccessModes = ["ReadWriteOnce"], Resources = new() { Requests = new Dictionary<string, ResourceQuantity> { ["storage"] = new(service.IsRedis ? "2Gi" : "20Gi") } } };

    private static (string Name, int Port)[] PortsBetween(PublishedService node) => node.Kind switch
    {
        ServiceKind.GaleraNode => [("group", GaleraContainer.Ports.Group), ("increment", GaleraContainer.Ports.Increment), ("snapshot", GaleraContainer.Ports.Snapshot)],
        ServiceKind.RedisNode => [("bus", RedisClusterContainer.BusPort)],
        _ => [],
    };

    /// <summary>Places pods on different machines: always where two of them lost at once are a lost majority, else where there are enough machines.</summary>
    private static V1Affinity Apart(string name, bool isRequired)
    {
        var term = new V1PodAffinityTerm { LabelSelector = Kubernetes.Selector(name), TopologyKey = "kubernetes.io/hostname" };
        return new()
        {
            PodAntiAffinity = isRequired
                ? new() { RequiredDuringSchedulingIgnoredDuringExecution = [term] }
                : new() { PreferredDuringSchedulingIgnoredDuringExecution = [new() { Weight = 100, PodAffinityTerm = term }] },
        };
    }

    private static V1PodSpec Pod(PublishedService service, int? port, ServerContainer container) => new()
    {
        AutomountServiceAccountToken = false,
        TerminationGracePeriodSeconds = 60,
        SecurityContext = Kubernetes.PodRights(ServerContainer.User),
        Containers =
        [
            new()
            {
                Name = "server",
                Image = container.Image,
                Args = container.Command.Count > 0 ? [.. container.Command] : null,
                Env = Kubernetes.Environment(container.Environment),
                Ports = port is { } listens ? [new() { Name = "server", ContainerPort = listens }] : null,
                VolumeMounts =
                [
                    .. service.Volume is not null ? (V1VolumeMount[])[new() { Name = Data, MountPath = container.Data }] : [], new() { Name = "tmp", MountPath = "/tmp" },
                    .. container.Files.Select(file => new V1VolumeMount { Name = Files, MountPath = file.Path, SubPath = file.Name, ReadOnlyProperty = true }),
                ],
                // The first start creates the data, which takes time; a node of a cluster gets a copy of all data. A replica without a primary is alive but not ready.
                StartupProbe = Tcp(port)?.Every(seconds: 5, tries: service.Kind == ServiceKind.GaleraNode ? 720 : 60),
                ReadinessProbe = container.Probe is { } probe ? new V1Probe { Exec = new() { Command = ["sh", "-c", probe] } }.Every(seconds: 5) : null,
                LivenessProbe = Tcp(port)?.Every(seconds: 10),
                Resources = service.IsRedis ? Kubernetes.Resources("100m", "512Mi") : Kubernetes.Resources("500m", "1Gi"),
                SecurityContext = Kubernetes.ContainerRights(mayWrite: true),
            },
        ],
        Volumes = [new() { Name = Files, ConfigMap = new() { Name = Kubernetes.FilesOf(service) } }, new() { Name = "tmp", EmptyDir = new() }],
    };

    private static V1Probe? Tcp(int? port) => port is { } listens ? new() { TcpSocket = new() { Port = listens } } : null;
}
