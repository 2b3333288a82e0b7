using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Consistency;

/// <summary>How replicas are watched and read. Section <c>Replicas</c>.</summary>
public sealed class ReplicasOptions : IValidatableObject
{
    /// <summary>Time between two looks at the servers, in milliseconds. Default 200, range 20 to 3,600,000.</summary>
    [Range(20, 3_600_000)]
    public int WatchMilliseconds { get; set; } = 200;

    /// <summary>How long a server may take to say how it is, in milliseconds. Default 500, range 10 to 10,000.</summary>
    [Range(10, 10_000)]
    public int PollMilliseconds { get; set; } = 500;

    /// <summary>How far a replica may be behind before nobody is sent to it, in milliseconds. Default 500, range 100 to 60,000.</summary>
    [Range(100, 60_000)]
    public int LongestLagMilliseconds { get; set; } = 500;

    /// <summary>How long a replica may take to answer before the next server is asked, in milliseconds. Default 1,000, range 10 to 10,000.</summary>
    [Range(10, 10_000)]
    public int ReadMilliseconds { get; set; } = 1_000;

    /// <summary>How long somebody who has written waits for a replica before the primary is asked, in milliseconds. Default 50, range 1 to 5,000.</summary>
    [Range(1, 5_000)]
    public int WaitMilliseconds { get; set; } = 50;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (WaitMilliseconds >= ReadMilliseconds)
            yield return new("WaitMilliseconds must be below ReadMilliseconds.", [nameof(WaitMilliseconds)]);
    }
}
