using System.Net;

namespace Dugout.Load.Client;

/// <summary>Merchandise and coupons.</summary>
internal sealed partial class ShopClient
{
    /// <summary>The largest page size of lists.</summary>
    private const int CampaignsAPage = 100;

    public Task<ShopResponse<Page<Product>>> ProductsAsync(string delivery, long after, int limit, Func<Page<Product>, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/products?delivery={delivery}&after={after}&limit={limit}", null, ShopJson.Default.PageProduct, wrong);

    public Task<ShopResponse<Page<Campaign>>> CampaignsAsync(string? after, Func<Page<Campaign>, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/coupon-campaigns?limit={CampaignsAPage}{(after is null ? "" : $"&after={Uri.EscapeDataString(after)}")}", null, ShopJson.Default.PageCampaign, wrong);

    public Task<ShopResponse<Campaign>> CampaignAsync(long campaign, Func<Campaign, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/coupon-campaigns/{campaign}", null, ShopJson.Default.Campaign, wrong);

    public Task<ShopResponse<Coupon>> ClaimAsync(string token, long campaign, string key, Func<Coupon, string?> wrong) =>
        RequestAsync(HttpMethod.Post, $"api/coupon-campaigns/{campaign}/coupons", token, ShopJson.Default.Coupon, wrong, expected: HttpStatusCode.Created, idempotencyKey: key);
}
