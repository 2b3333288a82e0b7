using System.Globalization;

namespace Dugout.Load.Experiments;

/// <summary>The configuration of an nginx in place of the gateway. The default is one worker that distributes requests in turn.</summary>
internal sealed record NginxSettings
{
    /// <summary>The beginning of a worker's name in the list of the system's processes.</summary>
    public const string WorkerName = "nginx-worker-";

    /// <summary>The number of workers; the kernel gives each connection to one of them.</summary>
    public int Workers { get; init; } = 1;

    /// <summary>Whether a request goes to the replica with the fewest in flight (<c>least_conn</c>), instead of the next one in turn.</summary>
    public bool LeastConnections { get; init; }

    /// <summary>Whether workers share their counts of requests per replica (<c>zone</c>); without it separate counts, and each begins at the first replica.</summary>
    public bool SharesCounts { get; init; } = true;

    /// <summary>Whether connections to replicas are reused for the next request (<c>keepalive</c>), as the gateway does; without this setting an nginx before 1.29.7 opens a new one for
    /// each.</summary>
    public bool KeepsConnections { get; init; } = true;

    /// <summary>The maximum number of files a worker may open; null for many more than it needs.</summary>
    public int? Files { get; init; }

    /// <summary>For the report.</summary>
    public string InWords => string.Join(", ", Parts());

    private IEnumerable<string> Parts()
    {
        yield return "nginx instead of the gateway";
        yield return string.Create(CultureInfo.InvariantCulture, $"{Workers} worker{(Workers == 1 ? "" : "s")}");
        yield return LeastConnections ? "least_conn" : "round robin";
        if (Workers > 1) yield return SharesCounts ? "shared counts" : "separate counts";
        if (!KeepsConnections) yield return "a new connection to a replica for each request";
        if (Files is { } files) yield return string.Create(CultureInfo.InvariantCulture, $"at most {files} files");
    }

    /// <summary>Whether a process of the system is one of nginx's workers.</summary>
    public static bool IsWorker(string process) => process.StartsWith(WorkerName, StringComparison.Ordinal);
}
