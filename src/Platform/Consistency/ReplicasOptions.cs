using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Consistency;

/// <summary>Settings for probing and reading replicas. Section <c>Replicas</c>.</summary>
public sealed class ReplicasOptions : IValidatableObject
{
    /// <summary>Interval between two probes of the servers, in milliseconds. Default 200, range 20 to 3,600,000.</summary>
    [Range(20, 3_600_000)]
    public int WatchMilliseconds { get; set; } = 200;

    /// <summary>Time-out of a probe, in milliseconds. Default 500, range 10 to 10,000.</summary>
    [Range(10, 10_000)]
    public int PollMilliseconds { get; set; } = 500;

    /// <summary>Replication lag above which a replica leaves rotation, in milliseconds. Default 500, range 100 to 60,000.</summary>
    [Range(100, 60_000)]
    public int LongestLagMilliseconds { get; set; } = 500;

    /// <summary>Time-out of a replica's result, after which the next server is queried, in milliseconds. Default 1,000, range 10 to 10,000.</summary>
    [Range(10, 10_000)]
    public int ReadMilliseconds { get; set; } = 1_000;

    /// <summary>How long a read with a consistency token waits for a replica before it goes to the primary, in milliseconds. Default 50, range 1 to 5,000.</summary>
    [Range(1, 5_000)]
    public int WaitMilliseconds { get; set; } = 50;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (WaitMilliseconds >= ReadMilliseconds)
            yield return new("WaitMilliseconds must be below ReadMilliseconds.", [nameof(WaitMilliseconds)]);
    }
}
