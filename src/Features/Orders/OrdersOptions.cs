using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Orders;

/// <summary>Settings of payments and order settlement. Section <c>Orders</c>.</summary>
public sealed class OrdersOptions : IValidatableObject
{
    /// <summary>
    /// Address of the payment partner. If not set, no payment is requested and orders are declined when their time is over. Default none.
    /// </summary>
    public Uri? Partner { get; set; }

    /// <summary>Timeout of a call to the partner, in milliseconds. Default 1,000, range 50 to 5,000.</summary>
    [Range(50, 5_000)]
    public int PartnerMilliseconds { get; set; } = 1_000;

    /// <summary>Time the circuit breaker stays open after most calls have failed, in milliseconds. Default 2,000, range 500 to 60,000.</summary>
    [Range(500, 60_000)]
    public int BreakMilliseconds { get; set; } = 2_000;

    /// <summary>Interval between two polls for stuck orders, in milliseconds. Default 5,000, range 50 to 60,000.</summary>
    [Range(50, 60_000)]
    public int SettleMilliseconds { get; set; } = 5_000;

    /// <summary>Time in the state placed after which the partner is queried for the payment, in seconds. Default 15, range 1 to 600.</summary>
    [Range(1, 600)]
    public int PollAfterSeconds { get; set; } = 15;

    /// <summary>Maximum time in the state placed, in seconds; the order is then declined. Default 600, range 2 to 86,400.</summary>
    [Range(2, 86_400)]
    public int GiveUpSeconds { get; set; } = 600;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (GiveUpSeconds <= PollAfterSeconds)
            yield return new("GiveUpSeconds must be above PollAfterSeconds.", [nameof(GiveUpSeconds)]);
    }
}
