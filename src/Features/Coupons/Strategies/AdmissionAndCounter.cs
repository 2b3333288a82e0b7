
namespace Dugout.Features.Coupons;

/// <summary>
/// Redis admits as many requests as there are coupons and rejects the rest; then the campaign's counter decides by a conditional update. If Redis
/// is empty, stale or unavailable, more requests reach the counter, which still decides correctly. The default strategy.
/// </summary>
internal sealed class AdmissionAndCounter(CouponAdmission gate) : IClaimCoupons
{
    /// <summary>The name of the strategy.</summary>
    public const string StrategyName = "gate-and-counter";

    /// <inheritdoc/>
    public string Name => StrategyName;

    /// <inheritdoc/>
    public async Task<Result<T>> ClaimAsync<T>(CouponRequest wish, Func<Result<TakeText>, Task<Result<T>>> send, CancellationToken cancellation)
        where T : class
    {
        Admission admission;
        try
        {
            admission = await gate.TakeAsync(wish, cancellation);
        }
        catch (RedisUnavailableException)
        {
            return await send(CouponCounter.Take(wish));
        }

        return admission switch
        {
            Admission.SoldOut => CouponsProblems.SoldOut,
            Admission.Closed => wish.Closed!,
            Admission.Claimed => wish.Closed ?? CouponsProblems.AlreadyClaimed,
            Admission.Mine => await send(wish.Closed ?? CouponsProblems.AlreadyClaimed),
            _ => await SendAsync(wish, admission, send),
        };
    }

    /// <summary>Sends the claim to the primary and reports its outcome to Redis.</summary>
    private async Task<Result<T>> SendAsync<T>(CouponRequest wish, Admission admission, Func<Result<TakeText>, Task<Result<T>>> send)
        where T : class
    {
        Result<T> outcome;
        try
        {
            outcome = await send(CouponCounter.Take(wish));
        }
        catch (Exception error) when (admission == Admission.Taken && error is not OutcomeUnknownException)
        {
            // The claim failed. If its outcome is unknown, the reservation stays until its deadline and is then looked up on the
            // primary.
            await gate.GiveBackAsync(wish, isDoubtful: false);
            throw;
        }

        if (outcome.Value is not null)
            await gate.ClaimedAsync(wish, wish.Mark);
        else if (outcome.Problem == CouponsProblems.AlreadyClaimed)
            await gate.ClaimedAsync(wish, mark: "");
        else if (admission == Admission.Taken)
            await gate.GiveBackAsync(wish, isDoubtful: outcome.Problem == CouponsProblems.SoldOut);
        return outcome;
    }
}
