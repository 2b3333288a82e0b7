namespace Dugout.Infrastructure.Publishing;

/// <summary>Kind of a service.</summary>
internal enum ServiceKind
{
    /// <summary>The primary database server.</summary>
    Primary,

    /// <summary>A replica of it.</summary>
    Replica,

    /// <summary>One node of a Galera cluster.</summary>
    GaleraNode,

    /// <summary>Creates the first data of a Galera cluster and ends; runs only when an operator starts it.</summary>
    GaleraBootstrap,

    /// <summary>The Redis server of seat holds.</summary>
    Redis,

    /// <summary>One node of a Redis Cluster.</summary>
    RedisNode,

    /// <summary>Makes a cluster of the Redis nodes and ends.</summary>
    RedisCreate,

    /// <summary>The Redis server of cached responses.</summary>
    RedisCache,

    /// <summary>A program that ends when its work is done.</summary>
    Job,

    /// <summary>A program that serves until it is stopped.</summary>
    Program,
}

/// <summary>A resource of the model, or several that differ only by a number, as a published service.</summary>
/// <param name="Name">Its name in the network.</param>
/// <param name="Kind">Its kind.</param>
internal sealed record PublishedService(string Name, ServiceKind Kind)
{
    /// <summary>Number of instances: the resources that became this service.</summary>
    public int Count { get; init; } = 1;

    /// <summary>Path of its project, relative to the checkout, with forward slashes: <c>src/Api</c>. Null for a server.</summary>
    public string? Project { get; init; }

    /// <summary>The program in its image: <c>Dugout.Api.dll</c>. Null for a server.</summary>
    public string? Program { get; init; }

    /// <summary>Its environment, sorted by name. Values may contain <see cref="Variables"/>.</summary>
    public SortedDictionary<string, string> Environment { get; init; } = new(StringComparer.Ordinal);

    /// <summary>Services that must be healthy before it starts.</summary>
    public IReadOnlyList<string> WaitsFor { get; init; } = [];

    /// <summary>Services that must have started, healthy or not, before it starts.</summary>
    public IReadOnlyList<string> WaitsForStartOf { get; init; } = [];

    /// <summary>Services that must have ended successfully before it starts.</summary>
    public IReadOnlyList<string> WaitsForEndOf { get; init; } = [];

    /// <summary>Its port in the container; null where it does not listen.</summary>
    public int? Port { get; init; }

    /// <summary>Path of its readiness probe, which returns 200; null where it has none.</summary>
    public string? Ready { get; init; }

    /// <summary>Port published on the machine's loopback; null for a service that is internal to the system.</summary>
    public int? OutsidePort { get; init; }

    /// <summary>Whether it uses the shared key ring.</summary>
    public bool HasKeys { get; init; }

    /// <summary>Whether it simulates an external partner.</summary>
    public bool IsSimulator { get; init; }

    /// <summary>Name of the primary it follows; null for anything but a replica.</summary>
    public string? Follows { get; init; }

    /// <summary>Name of the cluster to which it belongs; null for anything but a cluster's servers.</summary>
    public string? Group { get; init; }

    /// <summary>Host names of all nodes of its cluster, in the order in which writes fail over.</summary>
    public IReadOnlyList<string> Nodes { get; init; } = [];

    /// <summary>Its host name in the network: a node's own name within that of its cluster, as a stateful set names its pods.</summary>
    public string Host => HostOf(Name, Group);

    /// <summary>Returns the host name of a server, or of a node of a cluster.</summary>
    public static string HostOf(string name, string? group) => group is null ? name : $"{name}.{group}";

    /// <summary>Name of its data volume; null where it has none.</summary>
    public string? Volume => IsProgram || Kind == ServiceKind.RedisCreate ? null : Kind == ServiceKind.GaleraBootstrap ? Nodes[0].Split('.')[0] : Name;

    /// <summary>Whether it is Redis.</summary>
    public bool IsRedis => Kind is ServiceKind.Redis or ServiceKind.RedisCache or ServiceKind.RedisNode or ServiceKind.RedisCreate;

    /// <summary>Whether it prepares a cluster's servers and ends.</summary>
    public bool IsOneShot => Kind is ServiceKind.GaleraBootstrap or ServiceKind.RedisCreate;

    /// <summary>Whether it is a program of the system, not a server.</summary>
    public bool IsProgram => Kind is ServiceKind.Program or ServiceKind.Job;
}
