using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Coupons;

/// <summary>Settings of coupon claims. Section <c>Coupons</c>.</summary>
public sealed class CouponsOptions : IValidatableObject
{
    /// <summary>Name of the strategy that decides who gets a coupon; see <c>Strategies/README.md</c>. Default <c>gate-and-counter</c>.</summary>
    [Required]
    public string Claim { get; set; } = AdmissionAndCounter.StrategyName;

    /// <summary>
    /// Time limit of a claim admitted by Redis, in seconds. A claim without a report by then is looked up on the primary once no other
    /// coupon is left. Must exceed the request timeout. Default 10, range 1 to 600.
    /// </summary>
    [Range(1, 600)]
    public int ClaimSeconds { get; set; } = 10;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (CouponStrategies.All.Problem(Claim) is { } unknown)
            yield return new(unknown, [nameof(Claim)]);
    }
}
