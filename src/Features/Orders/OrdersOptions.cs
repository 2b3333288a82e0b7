using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Orders;

/// <summary>How payments are asked for and orders brought to an end. Section <c>Orders</c>.</summary>
public sealed class OrdersOptions : IValidatableObject
{
    /// <summary>Where the payment partner is. Without it nobody is asked, and orders are given up in time. Default none.</summary>
    public Uri? Partner { get; set; }

    /// <summary>How long the partner's answer is waited for, in milliseconds. Default 1,000, range 50 to 5,000.</summary>
    [Range(50, 5_000)]
    public int PartnerMilliseconds { get; set; } = 1_000;

    /// <summary>Once most answers have failed, the partner is left alone for so long, in milliseconds. Default 2,000, range 500 to 60,000.</summary>
    [Range(500, 60_000)]
    public int BreakMilliseconds { get; set; } = 2_000;

    /// <summary>Pause between two looks for orders that are stuck, in milliseconds. Default 5,000, range 50 to 60,000.</summary>
    [Range(50, 60_000)]
    public int SettleMilliseconds { get; set; } = 5_000;

    /// <summary>How long an order is placed before the partner is asked what became of its payment, in seconds. Default 15, range 1 to 600.</summary>
    [Range(1, 600)]
    public int PollAfterSeconds { get; set; } = 15;

    /// <summary>How long an order is placed at most, in seconds: then it is given up. Default 600, range 2 to 86,400.</summary>
    [Range(2, 86_400)]
    public int GiveUpSeconds { get; set; } = 600;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (GiveUpSeconds <= PollAfterSeconds)
            yield return new("GiveUpSeconds must be above PollAfterSeconds.", [nameof(GiveUpSeconds)]);
    }
}
