using System.Globalization;

namespace Dugout.Migrator.Seed;

/// <summary>
/// The seeded coupon campaigns: a large one and a small one that run for a year, and one that has ended; more running ones as the volume demands, and
/// enough ended ones for the volume's number of claimed coupons. A pure function of the day.
/// </summary>
internal static class CouponCampaigns
{
    /// <summary>One campaign; money in whole won, times in UTC.</summary>
    public sealed record Campaign(
        long Id, string Name, long Discount, long Minimum, DateTime StartsAt, DateTime EndsAt, DateTime ValidUntil, int Stock);

    /// <summary>A coupon claimed by a fan.</summary>
    public sealed record Coupon(long Id, long AccountId, DateTime ClaimedAt);

    /// <summary>An ended campaign, with its claimed coupons.</summary>
    /// <param name="Campaign">The campaign.</param>
    /// <param name="FirstCoupon">The lowest id of its coupons; the others follow.</param>
    /// <param name="Issued">Number of claimed coupons.</param>
    public sealed record PastCampaign(Campaign Campaign, long FirstCoupon, int Issued)
    {
        /// <summary>Returns its coupons: one per fan, claimed second by second.</summary>
        /// <param name="accounts">Number of fans, with ids from 1 on: at least the number of coupons.</param>
        public IEnumerable<Coupon> Coupons(int accounts) => Enumerable.Range(0, Issued).Select(place =>
            new Coupon(FirstCoupon + place, 1 + ((FirstCoupon + place) * Stride % accounts), Campaign.StartsAt.AddSeconds(place)));
    }

    /// <summary>Distance between the fans of two successive coupons. A prime, so that every fan gets one before any gets a second, unless the number of fans is a multiple of it.</summary>
    private const long Stride = 7_919;

    /// <summary>Number of claimed coupons per ended campaign; the last campaign may have fewer.</summary>
    private const int IssuedAPast = 1_000;

    /// <summary>Number of unclaimed coupons per ended campaign.</summary>
    private const int LeftOver = 200;

    private const long FirstPastId = 101;

    /// <summary>The lowest id of the running campaigns of a volume: above every ended one's.</summary>
    public const long FirstRunning = 100_001;

    private const int RunningStock = 1_000;

    /// <summary>How long after the end of a campaign its coupons can be used, in days.</summary>
    private const int UseDays = 30;

    /// <summary>Returns the campaigns of every volume.</summary>
    /// <param name="today">The day of the seed.</param>
    public static IReadOnlyList<Campaign> Of(DateTime today) =>
    [
        Between(1, "개막 기념 쿠폰", 3_000, 20_000, today, today.AddYears(1), 100_000),
        Between(2, "선착순 100명 쿠폰", 10_000, 30_000, today, today.AddYears(1), 100),
        Between(3, "지난 시즌 감사 쿠폰", 5_000, 20_000, today.AddDays(-8), today.AddDays(-1), 1_000),
    ];

    /// <summary>Returns additional campaigns that run for a year, with ids from <see cref="FirstRunning"/> on.</summary>
    /// <param name="campaigns">Number of campaigns.</param>
    /// <param name="today">The day of the seed.</param>
    public static IEnumerable<Campaign> Running(int campaigns, DateTime today) => Enumerable.Range(0, campaigns).Select(place => Between(
        FirstRunning + place, string.Create(CultureInfo.InvariantCulture, $"시즌 쿠폰 {place + 1}"), 1_000, 10_000, today, today.AddYears(1), RunningStock));

    /// <summary>Returns the ended campaigns for a total number of claimed coupons, with ids from 1 on.</summary>
    /// <param name="coupons">Number of claimed coupons of all of them.</param>
    /// <param name="today">The day of the seed.</param>
    public static IEnumerable<PastCampaign> Past(int coupons, DateTime today)
    {
        for (var (id, given) = (FirstPastId, 0); given < coupons; id++, given += IssuedAPast)
        {
            var name = string.Create(CultureInfo.InvariantCulture, $"지난 시즌 쿠폰 {id - FirstPastId + 1}");
            yield return new(
                Between(id, name, 2_000, 10_000, today.AddDays(-8), today.AddDays(-1), IssuedAPast + LeftOver), given + 1, Math.Min(IssuedAPast, coupons - given));
        }
    }

    private static Campaign Between(long id, string name, long discount, long minimum, DateTime starts, DateTime ends, int stock) =>
        new(id, name, discount, minimum, starts, ends, ends.AddDays(UseDays), stock);
}
