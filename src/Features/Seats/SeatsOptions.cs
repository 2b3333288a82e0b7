using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Seats;

/// <summary>Settings of holds and sales. Section <c>Seats</c>.</summary>
public sealed class SeatsOptions : IValidatableObject
{
    /// <summary>Lifetime of a hold, in seconds. Default 420, range 1 to 900.</summary>
    [Range(1, 900)]
    public int HoldSeconds { get; set; } = 420;

    /// <summary>Maximum total lifetime of a hold including renewals, in seconds from its beginning. Default 900, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int LongestHoldSeconds { get; set; } = 900;

    /// <summary>
    /// Grace period after a hold's deadline during which Redis still blocks its seats, in seconds. A reservation that the
    /// database accepted just before the deadline has to finish within it. Default 5, range 5 to 60.
    /// </summary>
    [Range(5, 60)]
    public int GraceSeconds { get; set; } = 5;

    /// <summary>Allowed clock difference between Redis and the primary, in milliseconds. Default 1,000, range 0 to 30,000.</summary>
    [Range(0, 30_000)]
    public int AllowedClockSkewMilliseconds { get; set; } = 1_000;

    /// <summary>
    /// Whether the account's limits are checked at the hold too. Default true. If false, only the check at the reservation
    /// applies.
    /// </summary>
    public bool LimitHolds { get; set; } = true;

    /// <summary>Name of the strategy that decides who gets a seat; see <c>Strategies/README.md</c>. Default <c>unique-key</c>.</summary>
    [Required]
    public string Claim { get; set; } = UniqueKey.StrategyName;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (ClaimStrategies.All.Problem(Claim) is { } unknown)
            yield return new(unknown, [nameof(Claim)]);
        if ((GraceSeconds - Transactions.LongestSeconds) * 1_000 < AllowedClockSkewMilliseconds)
            yield return new($"GraceSeconds must cover {Transactions.LongestSeconds} s of a reservation and AllowedClockSkewMilliseconds.", [nameof(GraceSeconds)]);
        if (LongestHoldSeconds < HoldSeconds)
            yield return new("LongestHoldSeconds must not be below HoldSeconds.", [nameof(LongestHoldSeconds)]);
    }
}
