namespace Dugout.Infrastructure.Publishing;

/// <summary>What a service is.</summary>
internal enum ServiceKind
{
    /// <summary>The database that takes writes.</summary>
    Primary,

    /// <summary>A database that follows it.</summary>
    Replica,

    /// <summary>The Redis server.</summary>
    Redis,

    /// <summary>A program of ours that does something and ends.</summary>
    Job,

    /// <summary>A program of ours that serves until it is stopped.</summary>
    Program,
}

/// <summary>A resource of the model, or several that differ by nothing but a number, as it runs elsewhere.</summary>
/// <param name="Name">Its name in the network.</param>
/// <param name="Kind">What it is.</param>
internal sealed record PublishedService(string Name, ServiceKind Kind)
{
    /// <summary>How many of it run: the resources that became this service.</summary>
    public int Count { get; init; } = 1;

    /// <summary>Where its project lies, from the checkout, with forward slashes: <c>src/Api</c>. Null for a server.</summary>
    public string? Project { get; init; }

    /// <summary>The program in its image: <c>Dugout.Api.dll</c>. Null for a server.</summary>
    public string? Program { get; init; }

    /// <summary>What it is told by its environment, in the order of the names. Values may ask for <see cref="Variables"/>.</summary>
    public SortedDictionary<string, string> Environment { get; init; } = new(StringComparer.Ordinal);

    /// <summary>The services that have to be well before it starts.</summary>
    public IReadOnlyList<string> WaitsFor { get; init; } = [];

    /// <summary>The services that have to have ended well before it starts.</summary>
    public IReadOnlyList<string> WaitsForEndOf { get; init; } = [];

    /// <summary>Where it listens in its container; null where it doesn't.</summary>
    public int? Port { get; init; }

    /// <summary>The path that answers 200 when it can do its work; null where it has none.</summary>
    public string? Ready { get; init; }

    /// <summary>Where the machine's own loopback leads to it; null for a service that only others of the system reach.</summary>
    public int? OutsidePort { get; init; }

    /// <summary>Whether it reads and writes the keys that all programs share.</summary>
    public bool HasKeys { get; init; }

    /// <summary>Whether it plays somebody of another house.</summary>
    public bool IsSimulator { get; init; }

    /// <summary>The database it follows; null for anything but a replica.</summary>
    public string? Follows { get; init; }

    /// <summary>Whether it is a program of ours, not a server.</summary>
    public bool IsProgram => Kind is ServiceKind.Program or ServiceKind.Job;
}
