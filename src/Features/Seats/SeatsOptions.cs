using System.ComponentModel.DataAnnotations;
using Dugout.Features.Seats.Strategies;

namespace Dugout.Features.Seats;

/// <summary>How seats are held and sold. Section <c>Seats</c>.</summary>
public sealed class SeatsOptions : IValidatableObject
{
    /// <summary>How long a hold lives, in seconds. Default 420, range 1 to 900.</summary>
    [Range(1, 900)]
    public int HoldSeconds { get; set; } = 420;

    /// <summary>How long a hold lives at most, however often it is renewed, in seconds from its beginning. Default 900, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int LongestHoldSeconds { get; set; } = 900;

    /// <summary>
    /// How long Redis keeps a seat from others after its hold's deadline, in seconds: a reservation that the database let
    /// pass just before the deadline has to be over by then. Default 5, range 5 to 60.
    /// </summary>
    [Range(5, 60)]
    public int GraceSeconds { get; set; } = 5;

    /// <summary>How far the clocks of Redis and of the primary may be apart, in milliseconds. Default 1,000, range 0 to 30,000.</summary>
    [Range(0, 30_000)]
    public int AllowedClockSkewMilliseconds { get; set; } = 1_000;

    /// <summary>
    /// Whether the limits of an account are already counted when it holds seats. Default true. Without it only the count
    /// at the reservation stands, which then can be raced alone.
    /// </summary>
    public bool LimitHolds { get; set; } = true;

    /// <summary>Which way decides who gets a seat, by its name; see <c>Strategies/README.md</c>. Default <c>unique-key</c>.</summary>
    [Required]
    public string Claim { get; set; } = UniqueKey.WayName;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (ClaimStrategies.All.Refusal(Claim) is { } unknown)
            yield return new(unknown, [nameof(Claim)]);
        if ((GraceSeconds - Transactions.LongestSeconds) * 1_000 < AllowedClockSkewMilliseconds)
            yield return new($"GraceSeconds must cover {Transactions.LongestSeconds} s of a reservation and AllowedClockSkewMilliseconds.", [nameof(GraceSeconds)]);
        if (LongestHoldSeconds < HoldSeconds)
            yield return new("LongestHoldSeconds must not be below HoldSeconds.", [nameof(LongestHoldSeconds)]);
    }
}
