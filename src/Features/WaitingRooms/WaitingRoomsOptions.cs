using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.WaitingRooms;

/// <summary>Settings of waiting rooms. Section <c>WaitingRooms</c>.</summary>
public sealed class WaitingRoomsOptions : IValidatableObject
{
    /// <summary>Time from one admission to the next, and from one report of the replicas to the next, in milliseconds. Default 1,000, range 100 to 10,000.</summary>
    [Range(100, 10_000)]
    public int TickMilliseconds { get; set; } = 1_000;

    /// <summary>How long a worker may be silent until another one admits, in seconds. Default 5, range 1 to 60.</summary>
    [Range(1, 60)]
    public int LeaseSeconds { get; set; } = 5;

    /// <summary>Time within which an admitted number must be exchanged for a pass, in seconds. Default 300, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int ClaimSeconds { get; set; } = 300;

    /// <summary>Time after that within which a fan still gets a place near the front, once, in seconds. Default 600, range 0 to 3,600.</summary>
    [Range(0, 3_600)]
    public int ReturnSeconds { get; set; } = 600;

    /// <summary>How long a fan counts as active before fetching the pass, in seconds: pages look each second when the turn is near. Default 10, range 1 to 300.</summary>
    [Range(1, 300)]
    public int ReactSeconds { get; set; } = 10;

    /// <summary>Lifetime of a pass, in seconds; longer than a hold. Default 600, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int PassSeconds { get; set; } = 600;

    /// <summary>The p99 of holds and reservations above which fewer fans are admitted, in milliseconds. Default 500, range 10 to 5,000.</summary>
    [Range(10, 5_000)]
    public int BusyMilliseconds { get; set; } = 500;

    /// <summary>The mean wait for a database connection above which fewer fans are admitted, in milliseconds. Default 50, range 1 to 5,000.</summary>
    [Range(1, 5_000)]
    public int BusyPoolWaitMilliseconds { get; set; } = 50;

    /// <summary>A replica's share of its processors above which fewer fans are admitted, in percent. Default 90, range 1 to 100; at 100 the processors are never too busy.</summary>
    [Range(1, 100)]
    public int BusyCpuPercent { get; set; } = 90;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (LeaseSeconds * 1_000 <= TickMilliseconds)
            yield return new("LeaseSeconds must be longer than TickMilliseconds.", [nameof(LeaseSeconds)]);
    }
}
