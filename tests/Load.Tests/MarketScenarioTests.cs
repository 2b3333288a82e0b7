using Dugout.Load.Client;
using Dugout.Load.Results;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace Dugout.Load.Tests;

/// <summary>Merchandise and coupons, pushed at a shop by hand.</summary>
public sealed class MarketScenarioTests : IAsyncLifetime
{
    private static readonly string[] ByRocket = ["rocket"];

    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public async Task Paging_requests_each_delivery_in_turn_without_sign_in()
    {
        var record = await RunAsync("product-list");

        Assert.Equal(["1 rocket", "2 rocket-fresh", "3 rocket-global"], record.Steps.Select(step => step.Name));
        Assert.Equal((10, 1), (record.Iterations.Count(Outcome.Ok), _shop.Requests["1 sign in"]));
    }

    [Fact]
    public async Task A_product_of_another_delivery_type_is_a_fault()
    {
        _shop.Instead = (step, context) => Task.FromResult<IResult?>(step == "products" && context.Request.Query["delivery"] == "rocket-fresh"
            ? TypedResults.Ok(new { items = new[] { new { productId = 300, name = "ball", price = 1, deliveries = ByRocket } }, next = (string?)null })
            : null);

        var run = await LoadRun.Of(_shop, "product-list", "--rate", "10", "--seconds", "1", "--apphost", _shop.AppHostFile(), "--out", _shop.Folder);

        Assert.Equal(1, run.Code);
        Assert.Contains("product 300 isn't delivered by rocket-fresh", run.Output, StringComparison.Ordinal);
        Assert.Equal("wrong-body", Assert.Single(RecordFile.Read(_shop.Folder).Iterations.Of(Outcome.Fault)!.Codes).Key);
    }

    [Fact]
    public async Task A_shop_without_products_or_campaigns_is_69()
    {
        (_shop.Products, _shop.Campaigns) = (0, 0);

        var products = await LoadRun.Of(_shop, "product-list", "--apphost", _shop.AppHostFile());
        var coupons = await LoadRun.Of(_shop, "coupon-rush", "--apphost", _shop.AppHostFile(), "--accounts", "2");

        Assert.Equal((69, 69), (products.Code, coupons.Code));
        Assert.Contains("the shop has no products", products.Errors, StringComparison.Ordinal);
        Assert.Contains("no coupon campaign runs", coupons.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_coupon_rush_gives_each_fan_one_coupon_and_rejects_with_a_code()
    {
        var record = await RunAsync("coupon-rush", "--rate", "40");

        Assert.Equal(["2 campaign", "3 claim"], record.Steps.Select(step => step.Name));
        Assert.InRange(record.Iterations.Count(Outcome.Ok), 1, 9);
        Assert.Equal(40, record.Iterations.Count(Outcome.Ok) + record.Iterations.Count(Outcome.Rejected));
        Assert.Equal("already-claimed", Assert.Single(record.Iterations.Of(Outcome.Rejected)!.Codes).Key);
        Assert.Contains(record.Findings, finding => finding.Sentence == "Every acknowledged coupon is a row of its fan");
    }

    [Fact]
    public async Task Acknowledged_coupons_without_rows_fail_the_check()
    {
        _shop.CouponRows = rows => [.. rows.Skip(1)];

        var run = await LoadRun.Of(_shop, "coupon-rush", "--rate", "10", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile());

        Assert.Equal(2, run.Code);
        Assert.Contains("and is not a row of it", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_claim_without_a_response_is_retried_with_its_key()
    {
        _shop.Instead = (step, context) =>
        {
            if (step != "3 claim") return Task.FromResult<IResult?>(null);
            var (account, campaign) = _shop.Claimer(context);
            _shop.Give(account, campaign);
            return Task.FromResult<IResult?>(FakeShop.Problem(502, "fault"));
        };

        var run = await LoadRun.Of(_shop, "coupon-rush", "--rate", "2", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile());

        Assert.Equal(1, run.Code);
        Assert.Equal(6, _shop.Requests["3 claim"]);
    }

    private async Task<RunRecord> RunAsync(string scenario, params string[] more)
    {
        string[] usual = more.Contains("--rate") ? [] : ["--rate", "10"];
        var run = await LoadRun.Of(_shop, [scenario, .. usual, "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile(), "--out", _shop.Folder, .. more]);
        Assert.Equal((0, ""), (run.Code, run.Errors));
        return RecordFile.Read(_shop.Folder);
    }
}
