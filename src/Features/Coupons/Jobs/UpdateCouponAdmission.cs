using System.Text.Json;

namespace Dugout.Features.Coupons;

/// <summary>
/// Adds coupon owners to Redis from the outbox. Usually the claiming process has already done so; this covers a process that died or found
/// Redis unavailable. A claimed coupon stays claimed, so repeated and late updates are safe.
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
