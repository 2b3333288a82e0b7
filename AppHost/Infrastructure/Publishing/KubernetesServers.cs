using System.Text.Json.Nodes;

namespace Dugout.Infrastructure.Publishing;

/// <summary>A server on Kubernetes: a stateful set of one pod with its own volume, and a service.</summary>
internal static class KubernetesServers
{
    private const string Data = "data";
    private const string Files = "files";

    /// <summary>Returns its objects.</summary>
    public static IEnumerable<JsonNode> Of(PublishedService service)
    {
        yield return Kubernetes.Service(service.Name, oneByOne: true, ("server", service.Port!.Value));
        yield return Kubernetes.Object("apps/v1", "StatefulSet", service.Name, new()
        {
            ["spec"] = new JsonObject
            {
                ["serviceName"] = service.Name,
                ["replicas"] = 1,
                ["selector"] = Kubernetes.Selector(service.Name),
                ["template"] = new JsonObject
                {
                    ["metadata"] = new JsonObject { ["labels"] = Kubernetes.Labels(service.Name) },
                    ["spec"] = Pod(service, ServerContainer.Of(service)),
                },
                ["volumeClaimTemplates"] = new JsonArray(new JsonObject
                {
                    ["metadata"] = new JsonObject { ["name"] = Data },
                    ["spec"] = new JsonObject
                    {
                        ["accessModes"] = Yaml.Texts(["ReadWriteOnce"]),
                        ["resources"] = new JsonObject { ["requests"] = new JsonObject { ["storage"] = service.Kind == ServiceKind.Redis ? "2Gi" : "20Gi" } },
                    },
                }),
            },
        });
    }

    private static JsonObject Pod(PublishedService service, ServerContainer container)
    {
        var mounts = new JsonArray(new JsonObject { ["name"] = Data, ["mountPath"] = container.Data }, new JsonObject { ["name"] = "tmp", ["mountPath"] = "/tmp" });
        foreach (var file in container.Files)
            mounts.Add(new JsonObject { ["name"] = Files, ["mountPath"] = file.Path, ["subPath"] = file.Name, ["readOnly"] = true });
        var question = new JsonObject { ["exec"] = new JsonObject { ["command"] = Yaml.Texts(["sh", "-c", container.Probe]) } };
        var written = new JsonObject
        {
            ["name"] = "server",
            ["image"] = container.Image,
            ["env"] = Kubernetes.Environment(container.Environment),
            ["ports"] = new JsonArray(new JsonObject { ["name"] = "server", ["containerPort"] = service.Port }),
            ["volumeMounts"] = mounts,
            // The first start creates the data, which takes time. A replica without a primary is alive but not ready.
            ["startupProbe"] = Kubernetes.Probe(new JsonObject { ["tcpSocket"] = new JsonObject { ["port"] = service.Port } }, seconds: 5, tries: 60),
            ["readinessProbe"] = Kubernetes.Probe(question, seconds: 5),
            ["livenessProbe"] = Kubernetes.Probe(new JsonObject { ["tcpSocket"] = new JsonObject { ["port"] = service.Port } }, seconds: 10),
            ["resources"] = service.Kind == ServiceKind.Redis ? Kubernetes.Resources("100m", "512Mi") : Kubernetes.Resources("500m", "1Gi"),
            ["securityContext"] = Kubernetes.ContainerRights(mayWrite: true),
        };
        if (container.Command.Count > 0)
            written["args"] = Yaml.Texts(container.Command);
        return new JsonObject
        {
            ["automountServiceAccountToken"] = false,
            ["terminationGracePeriodSeconds"] = 60,
            ["securityContext"] = Kubernetes.PodRights(ServerContainer.User),
            ["containers"] = new JsonArray(written),
            ["volumes"] = new JsonArray(
                new JsonObject { ["name"] = Files, ["configMap"] = new JsonObject { ["name"] = Kubernetes.FilesOf(service) } },
                new JsonObject { ["name"] = "tmp", ["emptyDir"] = new JsonObject() }),
        };
    }
}
