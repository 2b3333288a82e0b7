// What is known about a resource at one moment: what the console, the dashboard and a waiting resource see.
using System.Collections.Immutable;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Aspire.Hosting.ApplicationModel;

public sealed record CustomResourceSnapshot
{
    public required string ResourceType { get; init; }
    public required ImmutableArray<ResourcePropertySnapshot> Properties { get; init; }
    public ResourceStateSnapshot? State { get; init; }
    public int? ExitCode { get; init; }
    public DateTime? CreationTimeStamp { get; init; }
    public DateTime? StartTimeStamp { get; init; }
    public DateTime? StopTimeStamp { get; init; }
    public ImmutableArray<EnvironmentVariableSnapshot> EnvironmentVariables { get; init; } = [];
    public ImmutableArray<UrlSnapshot> Urls { get; init; } = [];
    public ImmutableArray<RelationshipSnapshot> Relationships { get; init; } = [];
    public ImmutableArray<HealthReportSnapshot> HealthReports { get; internal init; } = [];

    /// <summary>Null unless running; a check that has not answered yet counts as unhealthy.</summary>
    public HealthStatus? HealthStatus =>
        State?.Text != KnownResourceStates.Running ? null
        : HealthReports.IsEmpty ? Microsoft.Extensions.Diagnostics.HealthChecks.HealthStatus.Healthy
        : HealthReports.Min(report => report.Status ?? Microsoft.Extensions.Diagnostics.HealthChecks.HealthStatus.Unhealthy);

    /// <summary>The handlers of <see cref="ResourceReadyEvent"/>, once it was raised: who waits for this resource waits for them too.</summary>
    internal Task? Ready { get; init; }

    internal bool HasEnded => State is { } state && KnownResourceStates.TerminalStates.Contains(state.Text);

    internal CustomResourceSnapshot WithProperty(string name, object? value) =>
        this with { Properties = [.. Properties.Where(property => property.Name != name), new(name, value)] };
}

public sealed record ResourceStateSnapshot(string Text, string? Style)
{
    public static implicit operator ResourceStateSnapshot?(string? s) => s is null ? null : new(s, null);
}

public sealed record ResourcePropertySnapshot(string Name, object? Value)
{
    public bool IsSensitive { get; init; }
}

public sealed record EnvironmentVariableSnapshot(string Name, string? Value, bool IsFromSpec);

public sealed record UrlSnapshot(string? Name, string Url, bool IsInternal)
{
    public bool IsInactive { get; init; }
}

public sealed record RelationshipSnapshot(string ResourceName, string Type);

public sealed record HealthReportSnapshot(string Name, HealthStatus? Status, string? Description, string? ExceptionText)
{
    public DateTime? LastRunAt { get; init; }
}

public static class KnownResourceStates
{
    public static readonly string NotStarted = "NotStarted";
    public static readonly string Waiting = "Waiting";
    public static readonly string Starting = "Starting";
    public static readonly string Running = "Running";
    public static readonly string Stopping = "Stopping";
    public static readonly string Finished = "Finished";
    public static readonly string Exited = "Exited";
    public static readonly string FailedToStart = "FailedToStart";
    public static readonly IReadOnlyList<string> TerminalStates = [Finished, FailedToStart, Exited];
}

public static class KnownResourceStateStyles
{
    public static readonly string Success = "success";
    public static readonly string Error = "error";
}
