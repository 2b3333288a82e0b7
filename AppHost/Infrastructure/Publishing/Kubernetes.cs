using System.Text.Json.Nodes;

namespace Dugout.Infrastructure.Publishing;

/// <summary>Common parts of Kubernetes objects.</summary>
internal static class Kubernetes
{
    /// <summary>Name of the config map with settings that are not secret.</summary>
    public const string Settings = "dugout-settings";

    /// <summary>Name of the secret with all secret values.</summary>
    public const string Secrets = "dugout-secrets";

    /// <summary>Name of the volume claim for the key ring.</summary>
    public const string Keys = "dugout-keys";

    private const string NameLabel = "app.kubernetes.io/name";

    /// <summary>Name of the config map with a server's files.</summary>
    public static string FilesOf(PublishedService server) => $"{server.Name}-files";

    /// <summary>Returns an object with a name.</summary>
    public static JsonObject Object(string version, string kind, string name, JsonObject rest)
    {
        var whole = new JsonObject
        {
            ["apiVersion"] = version,
            ["kind"] = kind,
            ["metadata"] = new JsonObject { ["name"] = name, ["labels"] = new JsonObject { [NameLabel] = name, ["app.kubernetes.io/part-of"] = "dugout" } },
        };
        foreach (var (member, value) in rest)
            whole[member] = value?.DeepClone();
        return whole;
    }

    /// <summary>Returns the selector of a service's pods.</summary>
    public static JsonObject Selector(string name) => new() { ["matchLabels"] = Labels(name) };

    /// <summary>Returns the labels of a service's pods.</summary>
    public static JsonObject Labels(string name) => new() { [NameLabel] = name };

    /// <summary>Returns a service, which gives pods a DNS name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="oneByOne">Whether the service is headless: its name resolves to every pod's address, for a caller that balances itself, instead of to one address.</param>
    /// <param name="ports">The pods' ports, with names of at most 15 letters.</param>
    public static JsonObject Service(string name, bool oneByOne, params (string Name, int Port)[] ports)
    {
        var spec = new JsonObject
        {
            ["selector"] = Labels(name),
            ["ports"] = new JsonArray(ports.Select(port => (JsonNode?)new JsonObject { ["name"] = port.Name, ["port"] = port.Port, ["targetPort"] = port.Port }).ToArray()),
        };
        if (oneByOne)
            spec["clusterIP"] = "None";
        return Object("v1", "Service", name, new() { ["spec"] = spec });
    }

    /// <summary>Returns the environment of a container. Referenced variables come first, because a value may only refer to earlier ones.</summary>
    public static JsonArray Environment(SortedDictionary<string, string> environment)
    {
        var written = new JsonArray();
        foreach (var name in environment.Values.SelectMany(Variables.In).Distinct().Order(StringComparer.Ordinal))
        {
            var (kind, source) = Variables.Usual.ContainsKey(name) ? ("configMapKeyRef", Settings) : ("secretKeyRef", Secrets);
            written.Add(new JsonObject { ["name"] = name, ["valueFrom"] = new JsonObject { [kind] = new JsonObject { ["name"] = source, ["key"] = name } } });
        }

        foreach (var (name, value) in environment)
        {
            if (value != $"${{{name}}}")
                written.Add(new JsonObject { ["name"] = name, ["value"] = Variables.ForKubernetes(value) });
        }

        return written;
    }

    /// <summary>Returns a container's resources: a fixed memory limit, and a CPU request without a limit.</summary>
    public static JsonObject Resources(string cpu, string memory) => new()
    {
        ["requests"] = new JsonObject { ["cpu"] = cpu, ["memory"] = memory },
        ["limits"] = new JsonObject { ["memory"] = memory },
    };

    /// <summary>Returns a pod's security context: not root, and no way to become root.</summary>
    public static JsonObject PodRights(int user) => new()
    {
        ["runAsNonRoot"] = true,
        ["runAsUser"] = user,
        ["runAsGroup"] = user,
        ["fsGroup"] = user,
        ["seccompProfile"] = new JsonObject { ["type"] = "RuntimeDefault" },
    };

    /// <summary>Returns a container's security context.</summary>
    /// <param name="mayWrite">Whether it may write to its root file system, not only to volumes.</param>
    public static JsonObject ContainerRights(bool mayWrite) => new()
    {
        ["allowPrivilegeEscalation"] = false,
        ["readOnlyRootFilesystem"] = !mayWrite,
        ["capabilities"] = new JsonObject { ["drop"] = Yaml.Texts(["ALL"]) },
    };

    /// <summary>Returns a probe with an interval, which fails after three failed attempts by default.</summary>
    public static JsonObject Probe(JsonObject question, int seconds, int tries = 3)
    {
        var probe = new JsonObject { ["periodSeconds"] = seconds, ["timeoutSeconds"] = 5, ["failureThreshold"] = tries };
        foreach (var (member, value) in question)
            probe[member] = value?.DeepClone();
        return probe;
    }
}
