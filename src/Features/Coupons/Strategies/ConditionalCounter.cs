
namespace Dugout.Features.Coupons;

/// <summary>
/// The campaign's counter alone, by a conditional update on the primary. Correct, but every late request costs as much as a successful claim.
/// </summary>
internal sealed class ConditionalCounter : IClaimCoupons
{
    /// <summary>The name of the strategy.</summary>
    public const string StrategyName = "conditional-counter";

    /// <inheritdoc/>
    public string Name => StrategyName;

    /// <inheritdoc/>
    public Task<Result<T>> ClaimAsync<T>(CouponRequest wish, Func<Result<TakeText>, Task<Result<T>>> send, CancellationToken cancellation)
        where T : class => send(CouponCounter.Take(wish));
}
