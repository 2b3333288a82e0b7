using k8s;
using k8s.Models;

namespace Dugout.Infrastructure.Publishing;

/// <summary>A program of the system on Kubernetes.</summary>
internal static class KubernetesPrograms
{
    private const string Keys = "keys";
    private const string PortName = "http";

    /// <summary>Liveness path: succeeds while the process responds, whatever it waits for.</summary>
    private const string Alive = "/health/live";

    /// <summary>Returns the job of a program that ends: it is retried a few times.</summary>
    public static IKubernetesObject JobOf(PublishedService service)
    {
        var pod = Pod(service);
        pod.RestartPolicy = "OnFailure";
        return Kubernetes.Named(service.Name, new V1Job { Spec = new() { BackoffLimit = 6, Template = Kubernetes.Template(service.Name, pod) } });
    }

    /// <summary>Returns the objects of a program that serves: as many pods as the model has resources, a service if it has a port, and for several pods a disruption budget.</summary>
    /// <param name="service">The program.</param>
    /// <param name="withBudget">Whether one pod has a budget, too, which counts once there are several.</param>
    public static IEnumerable<IKubernetesObject> Of(PublishedService service, bool withBudget)
    {
        yield return Kubernetes.Named(service.Name, new V1Deployment
        {
            Spec = new()
            {
                Replicas = service.Count,
                Selector = Kubernetes.Selector(service.Name),
                // A rolling update adds one pod and never has fewer than configured.
                Strategy = new() { Type = "RollingUpdate", RollingUpdate = new() { MaxUnavailable = 0, MaxSurge = 1 } },
                Template = Kubernetes.Template(service.Name, Pod(service)),
            },
        });
        // A caller that balances over several pods addresses each one directly.
        if (service.Port is { } port)
            yield return Kubernetes.Service(service.Name, oneByOne: service.OutsidePort is null, (PortName, port));
        if (service.Count > 1 || withBudget)
            yield return Kubernetes.Budget(service.Name);
    }

    /// <summary>Returns the dashboard, to be viewed through a forwarded port.</summary>
    public static IEnumerable<IKubernetesObject> Dashboard()
    {
        var name = Publishing.Dashboard.Name;
        var container = new V1Container
        {
            Name = name,
            Image = Publishing.Dashboard.Image,
            Env = Kubernetes.Environment(Publishing.Dashboard.Environment),
            Ports = [new() { Name = "page", ContainerPort = Publishing.Dashboard.PagePort }, new() { Name = "otlp", ContainerPort = Publishing.Dashboard.TelemetryPort }],
            ReadinessProbe = new V1Probe { TcpSocket = new() { Port = "page" } }.Every(seconds: 10),
            Resources = Kubernetes.Resources("100m", "512Mi"),
            SecurityContext = Kubernetes.ContainerRights(mayWrite: true),
        };
        yield return Kubernetes.Named(name, new V1Deployment
        {
            Spec = new()
            {
                Replicas = 1,
                Selector = Kubernetes.Selector(name),
                Template = Kubernetes.Template(name, new() { AutomountServiceAccountToken = false, SecurityContext = Kubernetes.PodRights(ProgramContainer.User), Containers = [container] }),
            },
        });
        yield return Kubernetes.Service(name, oneByOne: false, ("page", Publishing.Dashboard.PagePort), ("otlp", Publishing.Dashboard.TelemetryPort));
    }

    private static V1PodSpec Pod(PublishedService service) => new()
    {
        AutomountServiceAccountToken = false,
        TerminationGracePeriodSeconds = 30,
        SecurityContext = Kubernetes.PodRights(ProgramContainer.User),
        Containers =
        [
            new()
            {
                Name = service.Name,
                Image = ProgramContainer.ImageOf(service),
                Args = [service.Program!],
                Env = Kubernetes.Environment(ProgramContainer.EnvironmentOf(service)),
                VolumeMounts = [new() { Name = "tmp", MountPath = "/tmp" }, .. service.HasKeys ? (V1VolumeMount[])[new() { Name = Keys, MountPath = service.Environment["Keys__Folder"] }] : []],
                Resources = Kubernetes.Resources("250m", "512Mi"),
                SecurityContext = Kubernetes.ContainerRights(mayWrite: false),
                Ports = service.Port is { } port ? [new() { Name = PortName, ContainerPort = port }] : null,
                StartupProbe = service.Ready is null ? null : Http(Alive).Every(seconds: 2, tries: 60),
                ReadinessProbe = service.Ready is { } ready ? Http(ready).Every(seconds: 2) : null,
                LivenessProbe = service.Ready is null ? null : Http(Alive).Every(seconds: 10),
                // Callers resolve addresses every two seconds: a stopping pod gets no new requests by the time it receives SIGTERM.
                Lifecycle = service.Ready is null ? null : new() { PreStop = new() { Sleep = new() { Seconds = 5 } } },
            },
        ],
        Volumes = [new() { Name = "tmp", EmptyDir = new() }, .. service.HasKeys ? (V1Volume[])[new() { Name = Keys, PersistentVolumeClaim = new() { ClaimName = Kubernetes.Keys } }] : []],
    };

    private static V1Probe Http(string path) => new() { HttpGet = new() { Path = path, Port = PortName } };
}
