using System.Globalization;
using Dugout.Load.Checks;
using Microsoft.AspNetCore.Http;

namespace Dugout.Load.Tests;

/// <summary>Its merchandise and its coupons.</summary>
internal sealed partial class FakeShop
{
    private static readonly DateTimeOffset NextYear = new(2028, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly List<CouponRow> _coupons = [];

    /// <summary>How many products it has; of three in a row each way of delivery brings another one, and rocket all.</summary>
    public int Products { get; set; } = 300;

    /// <summary>How many coupon campaigns run.</summary>
    public int Campaigns { get; set; } = 3;

    /// <summary>Coupons of each campaign.</summary>
    public int CouponStock { get; set; } = 1_000;

    /// <summary>Changes the coupons on their way to the check.</summary>
    public Func<IReadOnlyList<CouponRow>, IReadOnlyList<CouponRow>> CouponRows { get; set; } = rows => rows;

    public Task<IReadOnlyList<CouponRow>> CouponsAsync(IReadOnlyCollection<long> accounts)
    {
        lock (_gate) return Task.FromResult(CouponRows([.. _coupons.Where(row => accounts.Contains(row.Account))]));
    }

    /// <summary>Gives a coupon, as the claim does.</summary>
    public IResult Give(long account, long campaign)
    {
        lock (_gate)
        {
            if (_coupons.Any(row => row.Account == account && row.Campaign == campaign)) return Problem(409, "already-claimed");
            if (Remaining(campaign) == 0) return Problem(409, "sold-out");
            var id = ++_lastId;
            _coupons.Add(new CouponRow(id, campaign, account, DateTime.UtcNow));
            return TypedResults.Json(new { couponId = id, campaignId = campaign, discount = 1_000, minimum = 10_000, validUntil = NextYear }, statusCode: 201);
        }
    }

    /// <summary>The account and the campaign of a request.</summary>
    public (long Account, long Campaign) Claimer(HttpContext context) => (Account(context), Id(context, "campaign"));

    private static bool IsOpenToAll(string step) => step is "products" or "2 room" or "campaigns" or "2 campaign" or "feed" or "post" or "list" or "3 post" or "4 comments" or "ranking" or "5 recommended" or "6 picture";

    private void MapMarket()
    {
        On("products", "GET", "/api/products", context =>
        {
            var (after, limit) = (Number(context, "after"), (int)Number(context, "limit"));
            var all = Enumerable.Range(1, Products).Where(id => id > after && Deliveries(id).Contains(context.Request.Query["delivery"].ToString())).Take(limit + 1).ToList();
            return Respond(new
            {
                items = all.Take(limit).Select(id => new { productId = id, name = $"product {id}", price = id, deliveries = Deliveries(id) }),
                next = all.Count > limit ? $"{all[limit - 1]}" : null,
            });
        });
        // Two per page, so that clients must request the next one.
        On("campaigns", "GET", "/api/coupon-campaigns", context =>
        {
            var from = context.Request.Query["after"].ToString() is { Length: > 0 } after ? int.Parse(after, CultureInfo.InvariantCulture) : 0;
            lock (_gate) return Respond(new { items = Enumerable.Range(from + 1, Math.Min(2, Campaigns - from)).Select(id => Campaign(id)).ToArray(), next = from + 2 < Campaigns ? $"{from + 2}" : null });
        });
        On("2 campaign", "GET", "/api/coupon-campaigns/{campaign}", context =>
        {
            lock (_gate) return Respond(Campaign(Id(context, "campaign")));
        });
        On("3 claim", "POST", "/api/coupon-campaigns/{campaign}/coupons", context =>
        {
            var (account, campaign) = Claimer(context);
            return Task.FromResult(Give(account, campaign));
        });
    }

    private static string[] Deliveries(int product) => product % 3 == 0 ? ["rocket", "rocket-fresh"] : product % 3 == 1 ? ["rocket", "rocket-global"] : ["rocket"];

    private object Campaign(long id) => new
    {
        campaignId = id,
        name = $"campaign {id}",
        discount = 1_000,
        minimum = 10_000,
        startsAt = DateTimeOffset.UnixEpoch,
        endsAt = NextYear.AddDays(-30),
        validUntil = NextYear,
        stock = CouponStock,
        remaining = Remaining(id),
    };

    private int Remaining(long campaign) => CouponStock - _coupons.Count(row => row.Campaign == campaign);

    private static long Number(HttpContext context, string name) => long.Parse(context.Request.Query[name].ToString(), CultureInfo.InvariantCulture);
}
