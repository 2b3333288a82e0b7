using k8s;
using k8s.Models;

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

    /// <summary>Name of the config map with a server's files, which all servers of a cluster share.</summary>
    public static string FilesOf(PublishedService server) => $"{KubernetesServers.NameOf(server)}-files";

    /// <summary>Returns an object with its version and kind, a name and labels.</summary>
    public static T Named<T>(string name, T rest) where T : IKubernetesObject<V1ObjectMeta>
    {
        var type = rest.GetKubernetesTypeMetadata();
        (rest.ApiVersion, rest.Kind) = (type.Group.Length == 0 ? type.ApiVersion : $"{type.Group}/{type.ApiVersion}", type.Kind);
        rest.Metadata = new() { Name = name, Labels = new SortedDictionary<string, string> { [NameLabel] = name, ["app.kubernetes.io/part-of"] = "dugout" } };
        return rest;
    }

    /// <summary>Returns the selector of a service's pods.</summary>
    public static V1LabelSelector Selector(string name) => new() { MatchLabels = Labels(name) };

    /// <summary>Returns the template of a service's pods.</summary>
    public static V1PodTemplateSpec Template(string name, V1PodSpec pod) => new() { Metadata = new() { Labels = Labels(name) }, Spec = pod };

    /// <summary>Returns a service, which gives pods a DNS name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="oneByOne">Whether the service is headless: its name resolves to every pod's address, for a caller that balances itself, instead of to one address.</param>
    /// <param name="ports">The pods' ports, with names of at most 15 letters.</param>
    public static V1Service Service(string name, bool oneByOne, params (string Name, int Port)[] ports) => Named(name, new V1Service
    {
        Spec = new()
        {
            Selector = Labels(name),
            Ports = [.. ports.Select(port => new V1ServicePort { Name = port.Name, Port = port.Port, TargetPort = port.Port })],
            ClusterIP = oneByOne ? "None" : null,
        },
    });

    /// <summary>Returns the budget that lets a drained machine evict one pod of a service at a time.</summary>
    public static V1PodDisruptionBudget Budget(string name) => Named(name, new V1PodDisruptionBudget { Spec = new() { MaxUnavailable = 1, Selector = Selector(name) } });

    /// <summary>Returns the environment of a container. Referenced variables come first, because a value may only refer to earlier ones.</summary>
    public static IList<V1EnvVar> Environment(SortedDictionary<string, string> environment) =>
    [
        .. environment.Values.SelectMany(Variables.In).Distinct().Order(StringComparer.Ordinal).Select(name => new V1EnvVar
        {
            Name = name,
            ValueFrom = Variables.Usual.ContainsKey(name) ? new() { ConfigMapKeyRef = new() { Name = Settings, Key = name } } : new() { SecretKeyRef = new() { Name = Secrets, Key = name } },
        }),
        .. environment.Where(entry => entry.Value != $"${{{entry.Key}}}").Select(entry => new V1EnvVar { Name = entry.Key, Value = Variables.ForKubernetes(entry.Value) }),
    ];

    /// <summary>Returns a container's resources: a fixed memory limit, and a CPU request without a limit.</summary>
    public static V1ResourceRequirements Resources(string cpu, string memory) => new()
    {
        Requests = new Dictionary<string, ResourceQuantity> { ["cpu"] = new(cpu), ["memory"] = new(memory) },
        Limits = new Dictionary<string, ResourceQuantity> { ["memory"] = new(memory) },
    };

    /// <summary>Returns a pod's security context: not root, and no way to become root.</summary>
    public static V1PodSecurityContext PodRights(int user) => new() { RunAsNonRoot = true, RunAsUser = user, RunAsGroup = user, FsGroup = user, SeccompProfile = new() { Type = "RuntimeDefault" } };

    /// <summary>Returns a container's security context.</summary>
    /// <param name="mayWrite">Whether it may write to its root file system, not only to volumes.</param>
    public static V1SecurityContext ContainerRights(bool mayWrite) => new() { AllowPrivilegeEscalation = false, ReadOnlyRootFilesystem = !mayWrite, Capabilities = new() { Drop = ["ALL"] } };

    /// <summary>Adds an interval to a probe, which fails after three failed attempts by default.</summary>
    public static V1Probe Every(this V1Probe probe, int seconds, int tries = 3)
    {
        (probe.PeriodSeconds, probe.TimeoutSeconds, probe.FailureThreshold) = (seconds, 5, tries);
        return probe;
    }

    private static Dictionary<string, string> Labels(string name) => new() { [NameLabel] = name };
}
