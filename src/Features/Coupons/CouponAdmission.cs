using System.Globalization;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Options;
using MySqlConnector;
using StackExchange.Redis;

namespace Dugout.Features.Coupons;

/// <summary>The result of the admission check for a coupon request.</summary>
internal enum Admission
{
    /// <summary>The coupon owners in Redis are incomplete; the primary decides alone.</summary>
    Unknown,

    /// <summary>One remaining coupon is reserved for the account; the caller reports the outcome.</summary>
    Taken,

    /// <summary>A coupon is already reserved by an earlier request of this account that may still fail; the primary decides.</summary>
    Again,

    /// <summary>The account has a coupon, possibly from this very request; the primary may have the response.</summary>
    Mine,

    /// <summary>The account has a coupon from another request, or is about to get one.</summary>
    Claimed,

    /// <summary>The account has no coupon, and the campaign is closed.</summary>
    Closed,

    /// <summary>No coupon is left.</summary>
    SoldOut,
}

/// <summary>
/// The coupon owners known to Redis, so that most late requests are rejected without a query to the primary. An owner never loses a coupon, so
/// known owners stay valid; a missing owner only admits a request that the primary then rejects. When Redis is empty, one caller fills it from
/// the primary while the others wait.
/// </summary>
public sealed class CouponAdmission(Reads reads, RedisStore redis, IOptions<CouponsOptions> options)
{
    /// <summary>Lifetime of a campaign in Redis after its last claim, in ms: one week.</summary>
    private const long KeepMilliseconds = 7 * 24 * 3_600_000L;

    private const int PageSize = 5_000;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan FillLease = TimeSpan.FromSeconds(5);
    private static readonly string TakeScript = RedisScript.Of(typeof(CouponAdmission), "Scripts.take");
    private static readonly string GiveBackScript = RedisScript.Of(typeof(CouponAdmission), "Scripts.giveback");
    private static readonly string ClaimedScript = RedisScript.Of(typeof(CouponAdmission), "Scripts.claimed");
    private static readonly string ClockScript = RedisScript.Of(typeof(CouponAdmission), "Scripts.clock");
    private static readonly string FillScript = RedisScript.Of(typeof(CouponAdmission), "Scripts.fill");

    private readonly SingleFlight<long, bool> _filling = new();

    /// <summary>Its own patience is short, because callers that share a look have each waited for another time.</summary>
    private readonly Refill _refill = new(redis, Look, FillLease);

    /// <summary>
    /// Requests a coupon. If Redis is empty, it is filled first, for two seconds at most. After an exception a coupon may stay reserved for the
    /// configured claim time.
    /// </summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    internal async Task<Admission> TakeAsync(CouponRequest wish, CancellationToken cancellation)
    {
        var admission = await TryTakeAsync(wish);
        if (admission != Admission.Unknown || wish.Closed is not null)
            return admission;

        using var patience = new CancellationTokenSource(Patience);
        while (admission == Admission.Unknown && !patience.IsCancellationRequested)
        {
            await _filling.RunAsync(wish.Campaign.CampaignId, CompleteAsync, cancellation);
            admission = await TryTakeAsync(wish);
        }

        return admission;

        Task<bool> CompleteAsync(long id) => _refill.RunAsync("coupons", CouponsRedisKeys.CouponsFilling(id), () => IsCompleteAsync(id), token => FillAsync(wish.Campaign, token));
    }

    /// <summary>Releases the coupon reserved for an account. If Redis is unavailable, the reservation expires.</summary>
    /// <param name="wish">The request.</param>
    /// <param name="isDoubtful">Whether the primary was sold out: Redis then lacks an owner, and all owners are read again.</param>
    internal Task GiveBackAsync(CouponRequest wish, bool isDoubtful) => TryAsync(
        () => EvaluateAsync("return coupon", GiveBackScript, wish.Campaign.CampaignId, [wish.AccountId, isDoubtful ? "doubt" : ""], CancellationToken.None));

    /// <summary>Adds an account to the coupon owners. If Redis is unavailable, the outbox adds it later.</summary>
    internal Task ClaimedAsync(CouponRequest wish, string mark) => TryAsync(
        () => ClaimedAsync(wish.Campaign.CampaignId, wish.AccountId, mark, CancellationToken.None));

    /// <summary>Adds an account to the coupon owners. Safe to repeat and safe to run late.</summary>
    /// <param name="campaignId">The campaign.</param>
    /// <param name="accountId">The account.</param>
    /// <param name="mark">The mark of the idempotency key, see <see cref="CouponRequest.Mark"/>; empty if unknown.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public Task ClaimedAsync(long campaignId, long accountId, string mark, CancellationToken cancellation) =>
        EvaluateAsync("coupon claimed", ClaimedScript, campaignId, [accountId, mark, KeepMilliseconds], cancellation);

    private async Task<Admission> TryTakeAsync(CouponRequest wish)
    {
        RedisValue[] arguments = [wish.AccountId, wish.Mark, options.Value.ClaimSeconds * 1_000L, KeepMilliseconds, wish.Closed is null ? "" : "closed"];
        var answer = (string?)await EvaluateAsync("take coupon", TakeScript, wish.Campaign.CampaignId, arguments, CancellationToken.None);
        return answer switch
        {
            "taken" => Admission.Taken,
            "again" => Admission.Again,
            "mine" => Admission.Mine,
            "claimed" => Admission.Claimed,
            "closed" => Admission.Closed,
            "sold-out" => Admission.SoldOut,
            _ => Admission.Unknown,
        };
    }

    private Task<bool> IsCompleteAsync(long campaignId) =>
        redis.QueryAsync("check coupon owners", database => database.HashExistsAsync(CouponsRedisKeys.CouponsClaimed(campaignId), "stock", CommandFlags.DemandMaster), CancellationToken.None);

    /// <summary>Reads the coupon owners from the primary into Redis.</summary>
    /// <returns>False if the fill has to start again.</returns>
    private async Task<bool> FillAsync(Campaign campaign, string token)
    {
        var began = (long)await EvaluateAsync("fill coupons", ClockScript, campaign.CampaignId, [], CancellationToken.None);
        var (last, read) = (0L, 0);
        while (true)
        {
            var page = await ClaimedAfterAsync(campaign.CampaignId, last);
            var isLast = page.Count < PageSize;
            (last, read) = (page.LastOrDefault(), read + page.Count);
            var stock = isLast ? campaign.Stock.ToString(CultureInfo.InvariantCulture) : "";
            RedisValue[] arguments = [token, (long)FillLease.TotalMilliseconds, began, KeepMilliseconds, read, stock, .. page.Select(account => (RedisValue)account)];
            var isWritten = (int)await EvaluateAsync("fill coupons", FillScript, campaign.CampaignId, arguments, CancellationToken.None) == 1;
            if (isLast || !isWritten)
                return isWritten;
        }
    }

    private Task<List<long>> ClaimedAfterAsync(long campaignId, long last) => reads.QueryPrimaryAsync(
        database => database.Set<CouponRow>()
            .Where(coupon => coupon.CampaignId == campaignId && coupon.AccountId > last)
            .OrderBy(coupon => coupon.AccountId)
            .Select(coupon => coupon.AccountId)
            .Take(PageSize)
            .ToListAsync(),
        CancellationToken.None);

    private Task<RedisResult> EvaluateAsync(string name, string script, long campaignId, RedisValue[] arguments, CancellationToken cancellation)
    {
        RedisKey[] keys = [CouponsRedisKeys.CouponsClaimed(campaignId), CouponsRedisKeys.CouponsClaiming(campaignId), CouponsRedisKeys.CouponsFilling(campaignId)];
        return redis.QueryAsync(name, database => database.RunAsync(script, keys, arguments), cancellation);
    }

    private static async Task TryAsync(Func<Task> tell)
    {
        try
        {
            await tell();
        }
        catch (RedisUnavailableException)
        {
            // The primary's state applies regardless.
        }
    }
}
