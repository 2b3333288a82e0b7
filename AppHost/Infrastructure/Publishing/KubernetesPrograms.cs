using System.Text.Json.Nodes;

namespace Dugout.Infrastructure.Publishing;

/// <summary>A program of the system on Kubernetes.</summary>
internal static class KubernetesPrograms
{
    private const string Keys = "keys";
    private const string PortName = "http";

    /// <summary>Liveness path: succeeds while the process responds, whatever it waits for.</summary>
    private const string Alive = "/health/live";

    /// <summary>Returns the job of a program that ends: it is retried a few times.</summary>
    public static JsonNode JobOf(PublishedService service)
    {
        var pod = Pod(service);
        pod["restartPolicy"] = "OnFailure";
        return Kubernetes.Object("batch/v1", "Job", service.Name, new()
        {
            ["spec"] = new JsonObject
            {
                ["backoffLimit"] = 6,
                ["template"] = new JsonObject { ["metadata"] = new JsonObject { ["labels"] = Kubernetes.Labels(service.Name) }, ["spec"] = pod },
            },
        });
    }

    /// <summary>Returns the objects of a program that serves: as many pods as the model has resources, a service if it has a port, and for several pods a disruption budget.</summary>
    public static IEnumerable<JsonNode> Of(PublishedService service)
    {
        yield return Kubernetes.Object("apps/v1", "Deployment", service.Name, new()
        {
            ["spec"] = new JsonObject
            {
                ["replicas"] = service.Count,
                ["selector"] = Kubernetes.Selector(service.Name),
                // A rolling update adds one pod and never has fewer than configured.
                ["strategy"] = new JsonObject { ["type"] = "RollingUpdate", ["rollingUpdate"] = new JsonObject { ["maxUnavailable"] = 0, ["maxSurge"] = 1 } },
                ["template"] = new JsonObject { ["metadata"] = new JsonObject { ["labels"] = Kubernetes.Labels(service.Name) }, ["spec"] = Pod(service) },
            },
        });
        // A caller that balances over several pods addresses each one directly.
        if (service.Port is { } port)
            yield return Kubernetes.Service(service.Name, oneByOne: service.OutsidePort is null, (PortName, port));
        if (service.Count > 1)
        {
            yield return Kubernetes.Object("policy/v1", "PodDisruptionBudget", service.Name, new()
            {
                ["spec"] = new JsonObject { ["maxUnavailable"] = 1, ["selector"] = Kubernetes.Selector(service.Name) },
            });
        }
    }

    /// <summary>Returns the dashboard, to be viewed through a forwarded port.</summary>
    public static IEnumerable<JsonNode> Dashboard()
    {
        var name = Publishing.Dashboard.Name;
        yield return Kubernetes.Object("apps/v1", "Deployment", name, new()
        {
            ["spec"] = new JsonObject
            {
                ["replicas"] = 1,
                ["selector"] = Kubernetes.Selector(name),
                ["template"] = new JsonObject
                {
                    ["metadata"] = new JsonObject { ["labels"] = Kubernetes.Labels(name) },
                    ["spec"] = new JsonObject
                    {
                        ["automountServiceAccountToken"] = false,
                        ["securityContext"] = Kubernetes.PodRights(ProgramContainer.User),
                        ["containers"] = new JsonArray(new JsonObject
                        {
                            ["name"] = name,
                            ["image"] = Publishing.Dashboard.Image,
                            ["env"] = Kubernetes.Environment(Publishing.Dashboard.Environment),
                            ["ports"] = new JsonArray(
                                new JsonObject { ["name"] = "page", ["containerPort"] = Publishing.Dashboard.PagePort },
                                new JsonObject { ["name"] = "otlp", ["containerPort"] = Publishing.Dashboard.TelemetryPort }),
                            ["readinessProbe"] = Kubernetes.Probe(new JsonObject { ["tcpSocket"] = new JsonObject { ["port"] = "page" } }, seconds: 10),
                            ["resources"] = Kubernetes.Resources("100m", "512Mi"),
                            ["securityContext"] = Kubernetes.ContainerRights(mayWrite: true),
                        }),
                    },
                },
            },
        });
        yield return Kubernetes.Service(name, oneByOne: false, ("page", Publishing.Dashboard.PagePort), ("otlp", Publishing.Dashboard.TelemetryPort));
    }

    private static JsonObject Pod(PublishedService service)
    {
        var (mounts, volumes) = (new JsonArray(new JsonObject { ["name"] = "tmp", ["mountPath"] = "/tmp" }), new JsonArray(new JsonObject { ["name"] = "tmp", ["emptyDir"] = new JsonObject() }));
        if (service.HasKeys)
        {
            mounts.Add(new JsonObject { ["name"] = Keys, ["mountPath"] = service.Environment["Keys__Folder"] });
            volumes.Add(new JsonObject { ["name"] = Keys, ["persistentVolumeClaim"] = new JsonObject { ["claimName"] = Kubernetes.Keys } });
        }

        var container = new JsonObject
        {
            ["name"] = service.Name,
            ["image"] = ProgramContainer.ImageOf(service),
            ["args"] = Yaml.Texts([service.Program!]),
            ["env"] = Kubernetes.Environment(ProgramContainer.EnvironmentOf(service)),
            ["volumeMounts"] = mounts,
            ["resources"] = Kubernetes.Resources("250m", "512Mi"),
            ["securityContext"] = Kubernetes.ContainerRights(mayWrite: false),
        };
        if (service.Port is { } port)
            container["ports"] = new JsonArray(new JsonObject { ["name"] = PortName, ["containerPort"] = port });
        if (service.Ready is { } ready)
        {
            container["startupProbe"] = Kubernetes.Probe(Asks(Alive), seconds: 2, tries: 60);
            container["readinessProbe"] = Kubernetes.Probe(Asks(ready), seconds: 2);
            container["livenessProbe"] = Kubernetes.Probe(Asks(Alive), seconds: 10);
            // Callers resolve addresses every two seconds: a stopping pod gets no new requests by the time it receives SIGTERM.
            container["lifecycle"] = new JsonObject { ["preStop"] = new JsonObject { ["sleep"] = new JsonObject { ["seconds"] = 5 } } };
        }

        return new JsonObject
        {
            ["automountServiceAccountToken"] = false,
            ["terminationGracePeriodSeconds"] = 30,
            ["securityContext"] = Kubernetes.PodRights(ProgramContainer.User),
            ["containers"] = new JsonArray(container),
            ["volumes"] = volumes,
        };
    }

    private static JsonObject Asks(string path) => new() { ["httpGet"] = new JsonObject { ["path"] = path, ["port"] = PortName } };
}
