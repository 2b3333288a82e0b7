
namespace Dugout.Features.Coupons.Strategies;

/// <summary>
/// Redis lets in as many as there are coupons and turns the others away; then the campaign's count decides, by a conditional update. Redis may be
/// empty, behind or away: then more get as far as the count, which has the last word. The way the shop goes.
/// </summary>
internal sealed class AdmissionAndCounter(CouponAdmission gate) : IClaimCoupons
{
    /// <summary>Its name.</summary>
    public const string WayName = "gate-and-counter";

    /// <inheritdoc/>
    public string Name => WayName;

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

    /// <summary>Lets the primary decide, and tells the gate what came of it.</summary>
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
            // Nothing took place. Where that isn't known, what is kept is looked for once its time is over.
            await gate.GiveBackAsync(wish, isDoubtful: false);
            throw;
        }

        if (outcome.Value is not null)
            await gate.ClaimedAsync(wish, wish.Mark);
        else if (outcome.Refusal == CouponsProblems.AlreadyClaimed)
            await gate.ClaimedAsync(wish, mark: "");
        else if (admission == Admission.Taken)
            await gate.GiveBackAsync(wish, isDoubtful: outcome.Refusal == CouponsProblems.SoldOut);
        return outcome;
    }
}
