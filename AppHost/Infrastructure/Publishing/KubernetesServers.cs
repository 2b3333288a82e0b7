using k8s;
using k8s.Models;

namespace Dugout.Infrastructure.Publishing;

/// <summary>A server on Kubernetes: a stateful set of one pod with its own volume, and a service.</summary>
internal static class KubernetesServers
{
    private const string Data = "data";
    private const string Files = "files";

    /// <summary>Returns its objects.</summary>
    public static IEnumerable<IKubernetesObject> Of(PublishedService service)
    {
        yield return Kubernetes.Service(service.Name, oneByOne: true, ("server", service.Port!.Value));
        yield return Kubernetes.Named(service.Name, new V1StatefulSet
        {
            Spec = new()
            {
                ServiceName = service.Name,
                Replicas = 1,
                Selector = Kubernetes.Selector(service.Name),
                Template = Kubernetes.Template(service.Name, Pod(service, service.Port.Value, ServerContainer.Of(service))),
                VolumeClaimTemplates =
                [
                    new()
                    {
                        Metadata = new() { Name = Data },
                        Spec = new() { AccessModes = ["ReadWriteOnce"], Resources = new() { Requests = new Dictionary<string, ResourceQuantity> { ["storage"] = new(service.Kind is ServiceKind.Redis or ServiceKind.RedisCache ? "2Gi" : "20Gi") } } },
                    },
                ],
            },
        });
    }

    private static V1PodSpec Pod(PublishedService service, int port, ServerContainer container) => new()
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
                Ports = [new() { Name = "server", ContainerPort = port }],
                VolumeMounts =
                [
                    new() { Name = Data, MountPath = container.Data }, new() { Name = "tmp", MountPath = "/tmp" },
                    .. container.Files.Select(file => new V1VolumeMount { Name = Files, MountPath = file.Path, SubPath = file.Name, ReadOnlyProperty = true }),
                ],
                // The first start creates the data, which takes time. A replica without a primary is alive but not ready.
                StartupProbe = new V1Probe { TcpSocket = new() { Port = port } }.Every(seconds: 5, tries: 60),
                ReadinessProbe = new V1Probe { Exec = new() { Command = ["sh", "-c", container.Probe] } }.Every(seconds: 5),
                LivenessProbe = new V1Probe { TcpSocket = new() { Port = port } }.Every(seconds: 10),
                Resources = service.Kind is ServiceKind.Redis or ServiceKind.RedisCache ? Kubernetes.Resources("100m", "512Mi") : Kubernetes.Resources("500m", "1Gi"),
                SecurityContext = Kubernetes.ContainerRights(mayWrite: true),
            },
        ],
        Volumes = [new() { Name = Files, ConfigMap = new() { Name = Kubernetes.FilesOf(service) } }, new() { Name = "tmp", EmptyDir = new() }],
    };
}
