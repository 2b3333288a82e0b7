
namespace Dugout.Features.Coupons.Strategies;

/// <summary>The campaign's count alone, by a conditional update on the primary. Right, and everybody who comes too late costs as much as a buyer.</summary>
internal sealed class ConditionalCounter : IClaimCoupons
{
    /// <summary>Its name.</summary>
    public const string WayName = "conditional-counter";

    /// <inheritdoc/>
    public string Name => WayName;

    /// <inheritdoc/>
    public Task<Result<T>> ClaimAsync<T>(CouponRequest wish, Func<Result<TakeText>, Task<Result<T>>> send, CancellationToken cancellation)
        where T : class => send(CouponCounter.Take(wish));
}
