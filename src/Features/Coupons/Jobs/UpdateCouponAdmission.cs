using System.Text.Json;

namespace Dugout.Features.Coupons;

/// <summary>
/// Tells Redis who has a coupon. Mostly it knows: the process that gave it away told it. This is for the one that died in between, or found
/// Redis away. A coupon once claimed stays claimed, so it may be told twice, and late.
/// </summary>
public sealed class UpdateCouponAdmission(CouponAdmission gate) : IOutboxReceiver
{
    /// <inheritdoc/>
    public string Topic => CouponClaimed.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(message);
        var claimed = JsonSerializer.Deserialize<CouponClaimed>(message.Body, JsonSerializerOptions.Web)!;
        await gate.ClaimedAsync(claimed.CampaignId, claimed.AccountId, mark: "", cancellation);
    }
}
