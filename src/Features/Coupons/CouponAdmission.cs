using System.Globalization;
using System.Security.Cryptography;
using Dapper;
using Microsoft.Extensions.Options;
using MySqlConnector;
using StackExchange.Redis;

namespace Dugout.Features.Coupons;

/// <summary>What the gate says to a fan who wants a coupon.</summary>
internal enum Admission
{
    /// <summary>Nothing: it doesn't know who has one, so the primary decides alone.</summary>
    Unknown,

    /// <summary>One of those that are left is kept for them; whoever asked says what becomes of it.</summary>
    Taken,

    /// <summary>One is kept for them already, since an earlier request that perhaps comes to nothing: the primary knows.</summary>
    Again,

    /// <summary>They have one, perhaps by this very request: the primary may have its answer.</summary>
    Mine,

    /// <summary>They have one by another request, or are about to.</summary>
    Claimed,

    /// <summary>They have none, and the campaign is closed.</summary>
    Closed,

    /// <summary>None is left.</summary>
    SoldOut,
}

/// <summary>
/// What Redis knows of who has a coupon, so that whoever comes too late is turned away without a question to the primary. Who has one never
/// loses it, so what is known stays true, and what isn't only lets in somebody whom the primary then refuses. Emptied, the gate is filled from
/// the primary by one caller while the others wait.
/// </summary>
public sealed class CouponAdmission(Databases databases, RedisStore redis, IOptions<CouponsOptions> options)
{
    /// <summary>How long a campaign is remembered after its last claim, in ms: a week.</summary>
    private const long KeepMilliseconds = 7 * 24 * 3_600_000L;

    private const int FillMilliseconds = 5_000;
    private const int PageSize = 5_000;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);
    private static readonly string TakeScript = RedisScript.Of(typeof(CouponAdmission), "Gate.take");
    private static readonly string GiveBackScript = RedisScript.Of(typeof(CouponAdmission), "Gate.giveback");
    private static readonly string ClaimedScript = RedisScript.Of(typeof(CouponAdmission), "Gate.claimed");
    private static readonly string BeginScript = RedisScript.Of(typeof(CouponAdmission), "Gate.begin");
    private static readonly string FillScript = RedisScript.Of(typeof(CouponAdmission), "Gate.fill");

    private readonly SingleFlight<long, bool> _filling = new();

    /// <summary>
    /// Asks for one. A gate that is empty is filled meanwhile, for two seconds at most. Where it throws, one may be kept nevertheless, for as long
    /// as the settings say.
    /// </summary>
    /// <exception cref="RedisUnavailableException">Redis did not answer.</exception>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    internal async Task<Admission> TakeAsync(CouponRequest wish, CancellationToken cancellation)
    {
        var admission = await TryTakeAsync(wish);
        if (admission != Admission.Unknown || wish.Closed is not null)
            return admission;

        using var patience = new CancellationTokenSource(Patience);
        while (admission == Admission.Unknown && !patience.IsCancellationRequested)
        {
            await _filling.RunAsync(wish.Campaign.CampaignId, _ => FillAsync(wish.Campaign), cancellation);
            admission = await TryTakeAsync(wish);
        }

        return admission;
    }

    /// <summary>Lets go of what was kept for a fan. If Redis is away, time does.</summary>
    /// <param name="wish">Theirs.</param>
    /// <param name="isDoubtful">Whether the primary had none left: then somebody is missing here, and all are to be read anew.</param>
    internal Task GiveBackAsync(CouponRequest wish, bool isDoubtful) => TryAsync(
        () => EvaluateAsync("give coupon back", GiveBackScript, wish.Campaign.CampaignId, [wish.AccountId, isDoubtful ? "doubt" : ""], CancellationToken.None));

    /// <summary>Takes note that a fan has one. If Redis is away, it learns it from the outbox.</summary>
    internal Task ClaimedAsync(CouponRequest wish, string mark) => TryAsync(
        () => ClaimedAsync(wish.Campaign.CampaignId, wish.AccountId, mark, CancellationToken.None));

    /// <summary>Takes note that a fan has one. Safe to repeat, at any time, and late.</summary>
    /// <param name="campaignId">Of which campaign.</param>
    /// <param name="accountId">Who.</param>
    /// <param name="mark">Of the key they came with, see <see cref="CouponRequest.Mark"/>; empty where it isn't known.</param>
    /// <param name="cancellation">Gives up waiting.</param>
    /// <exception cref="RedisUnavailableException">Redis did not answer.</exception>
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

    /// <summary>Reads from the primary who has one, and writes it down; or waits a moment for whoever does.</summary>
    /// <returns>Whether it did.</returns>
    private async Task<bool> FillAsync(Campaign campaign)
    {
        var token = RandomNumberGenerator.GetHexString(16);
        var began = (long)await EvaluateAsync("fill coupons", BeginScript, campaign.CampaignId, [token, FillMilliseconds], CancellationToken.None);
        if (began == 0)
        {
            await Task.Delay(Pause, CancellationToken.None);
            return false;
        }

        var (last, read) = (0L, 0);
        while (true)
        {
            var page = await ClaimedAfterAsync(campaign.CampaignId, last);
            var isLast = page.Count < PageSize;
            (last, read) = (page.LastOrDefault(), read + page.Count);
            var stock = isLast ? campaign.Stock.ToString(CultureInfo.InvariantCulture) : "";
            RedisValue[] arguments = [token, FillMilliseconds, began, KeepMilliseconds, read, stock, .. page.Select(account => (RedisValue)account)];
            var isWritten = (int)await EvaluateAsync("fill coupons", FillScript, campaign.CampaignId, arguments, CancellationToken.None) == 1;
            if (isLast || !isWritten)
                return isWritten;
        }
    }

    private async Task<List<long>> ClaimedAfterAsync(long campaignId, long last)
    {
        const string Sql = "SELECT account_id FROM coupons WHERE campaign_id = @campaignId AND account_id > @last ORDER BY account_id LIMIT @PageSize";
        return (await databases.QueryPrimaryAsync(primary => primary.QueryAsync<long>(Sql, new { campaignId, last, PageSize }), CancellationToken.None)).AsList();
    }

    private Task<RedisResult> EvaluateAsync(string name, string script, long campaignId, RedisValue[] arguments, CancellationToken cancellation)
    {
        RedisKey[] keys = [CouponsRedisKeys.CouponsClaimed(campaignId), CouponsRedisKeys.CouponsClaiming(campaignId), CouponsRedisKeys.CouponsFilling(campaignId)];
        return redis.QueryAsync(name, database => database.ScriptEvaluateAsync(script, keys, arguments), cancellation);
    }

    private static async Task TryAsync(Func<Task> tell)
    {
        try
        {
            await tell();
        }
        catch (RedisUnavailableException)
        {
            // What the primary says holds nevertheless.
        }
    }
}
