using System.Text.Json.Nodes;

namespace Dugout.Infrastructure.Publishing;

/// <summary>What Kubernetes' objects have in common.</summary>
internal static class Kubernetes
{
    /// <summary>The map of settings that are no secret.</summary>
    public const string Settings = "dugout-settings";

    /// <summary>The secret with everything that is one.</summary>
    public const string Secrets = "dugout-secrets";

    /// <summary>The claim of the volume with the keys.</summary>
    public const string Keys = "dugout-keys";

    private const string NameLabel = "app.kubernetes.io/name";

    /// <summary>The map of a server's files.</summary>
    public static string FilesOf(PublishedService server) => $"{server.Name}-files";

    /// <summary>An object with a name.</summary>
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

    /// <summary>What finds the pods of a service.</summary>
    public static JsonObject Selector(string name) => new() { ["matchLabels"] = Labels(name) };

    /// <summary>What pods of a service are found by.</summary>
    public static JsonObject Labels(string name) => new() { [NameLabel] = name };

    /// <summary>A service's name in the network.</summary>
    /// <param name="name">The name.</param>
    /// <param name="oneByOne">Whether the name stands for every pod's own address, for a caller that chooses among them, instead of one address for all.</param>
    /// <param name="ports">Where pods listen, by names of at most 15 letters.</param>
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

    /// <summary>The environment of a container. What it asks for comes first, since a value may use only what stands before it.</summary>
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

    /// <summary>What a container may use: as much memory as it may ever have, and of the processor what is free above its share.</summary>
    public static JsonObject Resources(string cpu, string memory) => new()
    {
        ["requests"] = new JsonObject { ["cpu"] = cpu, ["memory"] = memory },
        ["limits"] = new JsonObject { ["memory"] = memory },
    };

    /// <summary>Not root, and never to become it.</summary>
    public static JsonObject PodRights(int user) => new()
    {
        ["runAsNonRoot"] = true,
        ["runAsUser"] = user,
        ["runAsGroup"] = user,
        ["fsGroup"] = user,
        ["seccompProfile"] = new JsonObject { ["type"] = "RuntimeDefault" },
    };

    /// <summary>The same for a container.</summary>
    /// <param name="mayWrite">Whether it may write to its own file system, not only to volumes.</param>
    public static JsonObject ContainerRights(bool mayWrite) => new()
    {
        ["allowPrivilegeEscalation"] = false,
        ["readOnlyRootFilesystem"] = !mayWrite,
        ["capabilities"] = new JsonObject { ["drop"] = Yaml.Texts(["ALL"]) },
    };

    /// <summary>A probe that asks every so often, and tries three times.</summary>
    public static JsonObject Probe(JsonObject question, int seconds, int tries = 3)
    {
        var probe = new JsonObject { ["periodSeconds"] = seconds, ["timeoutSeconds"] = 5, ["failureThreshold"] = tries };
        foreach (var (member, value) in question)
            probe[member] = value?.DeepClone();
        return probe;
    }
}
