using System.ComponentModel.DataAnnotations;
using Dugout.Features.Coupons.Strategies;

namespace Dugout.Features.Coupons;

/// <summary>How coupons are given away. Section <c>Coupons</c>.</summary>
public sealed class CouponsOptions : IValidatableObject
{
    /// <summary>Which way decides who gets a coupon, by its name; see <c>Strategies/README.md</c>. Default <c>gate-and-counter</c>.</summary>
    [Required]
    public string Claim { get; set; } = AdmissionAndCounter.WayName;

    /// <summary>
    /// How long a claim that Redis let in may take, in seconds: one that has said nothing by then is looked for on the primary as soon as
    /// nothing else is left. Longer than a request may take. Default 10, range 1 to 600.
    /// </summary>
    [Range(1, 600)]
    public int ClaimSeconds { get; set; } = 10;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (CouponStrategies.All.Refusal(Claim) is { } unknown)
            yield return new(unknown, [nameof(Claim)]);
    }
}
