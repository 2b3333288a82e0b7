using System.Globalization;

namespace Dugout.Migrator.Seed;

/// <summary>
/// The coupon campaigns of a fresh start: a large one and a small one that run for a year, and one that is over; as many more that run as a volume wants, and
/// as many that are over as it wants coupons that fans have. A pure function of the day.
/// </summary>
internal static class CouponCampaigns
{
    /// <summary>One campaign; money in whole won, times in UTC.</summary>
    public sealed record Campaign(
        long Id, string Name, long Discount, long Minimum, DateTime StartsAt, DateTime EndsAt, DateTime ValidUntil, int Stock);

    /// <summary>A coupon that a fan has.</summary>
    public sealed record Coupon(long Id, long AccountId, DateTime ClaimedAt);

    /// <summary>A campaign that is over, with the coupons that were claimed of it.</summary>
    /// <param name="Campaign">The campaign.</param>
    /// <param name="FirstCoupon">The lowest id of a coupon of it; the others follow.</param>
    /// <param name="Issued">How many coupons fans have.</param>
    public sealed record PastCampaign(Campaign Campaign, long FirstCoupon, int Issued)
    {
        /// <summary>One a fan, claimed second by second.</summary>
        /// <param name="accounts">How many fans there are, with ids from 1 on: at least as many as coupons.</param>
        public IEnumerable<Coupon> Coupons(int accounts) => Enumerable.Range(0, Issued).Select(place =>
            new Coupon(FirstCoupon + place, 1 + ((FirstCoupon + place) * Stride % accounts), Campaign.StartsAt.AddSeconds(place)));
    }

    /// <summary>From one coupon's fan to the next one's. A prime, so that every fan has a turn before one has a second, unless they are a multiple of it.</summary>
    private const long Stride = 7_919;

    /// <summary>How many coupons fans have of a past campaign; the last one may have fewer.</summary>
    private const int IssuedAPast = 1_000;

    /// <summary>How many coupons of a past campaign nobody wanted.</summary>
    private const int LeftOver = 200;

    private const long FirstPastId = 101;

    /// <summary>The lowest id of the many that run: above every past one's.</summary>
    public const long FirstRunning = 100_001;

    private const int RunningStock = 1_000;

    /// <summary>How long after a campaign its coupons can be used, in days.</summary>
    private const int UseDays = 30;

    /// <summary>All of them.</summary>
    /// <param name="today">The day of the seed.</param>
    public static IReadOnlyList<Campaign> Of(DateTime today) =>
    [
        Between(1, "개막 기념 쿠폰", 3_000, 20_000, today, today.AddYears(1), 100_000),
        Between(2, "선착순 100명 쿠폰", 10_000, 30_000, today, today.AddYears(1), 100),
        Between(3, "지난 시즌 감사 쿠폰", 5_000, 20_000, today.AddDays(-8), today.AddDays(-1), 1_000),
    ];

    /// <summary>So many that run for a year, with ids from <see cref="FirstRunning"/> on.</summary>
    /// <param name="campaigns">How many.</param>
    /// <param name="today">The day of the seed.</param>
    public static IEnumerable<Campaign> Running(int campaigns, DateTime today) => Enumerable.Range(0, campaigns).Select(place => Between(
        FirstRunning + place, string.Create(CultureInfo.InvariantCulture, $"시즌 쿠폰 {place + 1}"), 1_000, 10_000, today, today.AddYears(1), RunningStock));

    /// <summary>Those of which fans have so many coupons, with ids from 1 on.</summary>
    /// <param name="coupons">How many there are of all of them.</param>
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
