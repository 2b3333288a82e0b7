using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Products;

/// <summary>Alone, since others put products on the shelf.</summary>
[Collection(nameof(Alone))]
public sealed class ListProductsTests(Shop shop)
{
    [Fact]
    public async Task A_product_has_its_name_price_and_delivery_options()
    {
        var page = await shop.Http.GetAnswerAsync("/api/products?delivery=rocket&limit=3");
        var items = Shelf.Items(page).ToList();

        Assert.Equal((HttpStatusCode.OK, 3), (page.Status, items.Count));
        Assert.Equal(["items", "next"], page.Json.EnumerateObject().Select(member => member.Name));
        Assert.Equal(["productId", "name", "price", "deliveries"], items[0].EnumerateObject().Select(member => member.Name));
        Assert.Equal(JsonValueKind.String, page.Json.GetProperty("next").ValueKind);
    }

    /// <summary>Every item has the delivery type, ids ascend from the requested one, the limit is respected, and nothing is missing.</summary>
    [Fact]
    public async Task A_page_equals_the_rows_at_any_start()
    {
        var shelf = await Shelf.ReadAsync(shop);

        foreach (var (index, wish) in Shelf.Wishes(300).Index())
        {
            var answer = await shop.Replicas[index % 2].GetAnswerAsync(wish.Path);
            Assert.Equal($"{wish}\n{shelf.Answer(wish)}", $"{wish}\n{Shelf.TextOf(answer)}");
        }
    }

    [Theory]
    [InlineData("rocket", 7)]
    [InlineData("rocket", 120)]
    [InlineData("rocket-fresh", 1)]
    [InlineData("rocket-fresh", 50)]
    [InlineData("rocket-global", 99)]
    public async Task Pages_neither_skip_nor_repeat_a_product(string delivery, int limit)
    {
        var shelf = await Shelf.ReadAsync(shop);
        var paged = new List<string>();
        var after = "0";
        for (var page = 0; after is not null; page++)
        {
            var answer = await shop.Replicas[page % 2].GetAnswerAsync($"/api/products?delivery={delivery}&after={after}&limit={limit}");
            paged.AddRange(Shelf.Items(answer).Select(Shelf.TextOf));
            after = answer.Json.GetProperty("next").GetString();
        }

        Assert.Equal(shelf.Of(delivery).Select(Shelf.TextOf), paged);
    }

    [Fact]
    public async Task Without_parameters_the_page_has_the_first_twenty()
    {
        var plain = await shop.Http.GetAnswerAsync("/api/products?delivery=rocket-fresh");

        Assert.Equal(plain.Body, (await shop.Http.GetAnswerAsync("/api/products?delivery=rocket-fresh&after=0&limit=20")).Body);
    }

    [Theory]
    [InlineData("", "delivery")]
    [InlineData("delivery=", "delivery")]
    [InlineData("delivery=ROCKET", "delivery")]
    [InlineData("delivery=rocket_fresh", "delivery")]
    [InlineData("delivery=rocket,rocket-fresh", "delivery")]
    [InlineData("delivery=rocket&limit=0", "limit")]
    [InlineData("delivery=rocket&limit=-1", "limit")]
    [InlineData("delivery=rocket&limit=121", "limit")]
    [InlineData("delivery=rocket&limit=many", "limit")]
    [InlineData("delivery=rocket&after=-1", "after")]
    [InlineData("delivery=rocket&after=first", "after")]
    [InlineData("delivery=rocket&after=1.5", "after")]
    [InlineData("delivery=rocket&after=9007199254740992", "after")]
    [InlineData("delivery=rocket&after=99999999999999999999", "after")]
    public async Task An_invalid_parameter_is_rejected_with_its_name(string query, string field)
    {
        var answer = await shop.Http.GetAnswerAsync($"/api/products?{query}");

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (answer.Status, answer.Code));
        Assert.True(answer.Json.GetProperty("errors").TryGetProperty(field, out _), answer.Body);
    }
}
