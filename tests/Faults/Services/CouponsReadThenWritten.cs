using Dugout.Features.Coupons;

namespace Dugout.Faults.Services;

/// <summary>Reads how many coupons a campaign has given away, then writes one more: two can read the same.</summary>
internal sealed class CouponsReadThenWritten(IClaimCoupons inner, Databases databases) : IClaimCoupons
{
    /// <inheritdoc/>
    public string Name => inner.Name;

    /// <inheritdoc/>
    public Task<Result<T>> ClaimAsync<T>(CouponRequest wish, Func<Result<TakeText>, Task<Result<T>>> send, CancellationToken cancellation)
        where T : class => inner.ClaimAsync<T>(wish, async take => await send(take.Value is null ? take : await ReadAsync(wish)), cancellation);

    private async Task<TakeText> ReadAsync(CouponRequest wish)
    {
        await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
        var issued = await connection.ExecuteScalarAsync<int>("SELECT issued FROM coupon_campaigns WHERE id = @CampaignId", new { wish.Campaign.CampaignId });
        return new($"UPDATE coupon_campaigns FORCE INDEX (PRIMARY) SET issued = {issued + 1} WHERE id = @CampaignId AND {issued} < stock; ");
    }
}
