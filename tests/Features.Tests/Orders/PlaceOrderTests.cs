using System.Net;
using System.Text;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Orders;

[Collection(nameof(PaidShop))]
public sealed class PlaceOrderTests(PaidShop shop)
{
    [Fact]
    public async Task An_order_has_its_total_and_reserves_its_stock()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 5, products: 2);

        var order = await Wares.OrderAsync(fan, [(wares.Ids[1], 3), (wares.Ids[0], 1)]);

        Assert.Equal(HttpStatusCode.Created, order.Status);
        Assert.Equal(["orderId", "number", "state", "lines", "discount", "total", "orderedAt"], order.Json.EnumerateObject().Select(member => member.Name));
        Assert.Equal(("placed", 0, 4 * Wares.Price), (order.Json.GetProperty("state").GetString(), order.Number("discount"), order.Number("total")));
        Assert.Equal(
            [(wares.Ids[0], "응원 타월", 1, Wares.Price), (wares.Ids[1], "응원 타월", 3, Wares.Price)],
            order.Json.GetProperty("lines").EnumerateArray().Select(line => (
                line.GetProperty("productId").GetInt64(), line.GetProperty("name").GetString()!, line.GetProperty("quantity").GetInt32(), line.GetProperty("price").GetInt64())));
        Assert.Equal(DateTimeKind.Utc, order.Json.GetProperty("orderedAt").GetDateTime().Kind);
        Assert.Equal((4, 2), (await wares.LeftAsync(0), await wares.LeftAsync(1)));
        Assert.Equal(order.Body, (await Wares.ShowAsync(fan, order.Number("orderId"))).Body);
    }

    [Fact]
    public async Task A_repeat_gets_the_same_bytes_and_has_no_effect()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 1);

        var first = await wares.OrderAsync(fan, key: "once");
        var again = await wares.OrderAsync(fan, key: "once", replica: shop.Replicas[1]);
        var other = await wares.OrderAsync(fan, quantity: 2, key: "once");
        var keyless = await fan.PostAsync(shop.Http, "/api/orders", new { lines = new[] { new { productId = wares.Ids[0], quantity = 1 } } });

        Assert.Equal((HttpStatusCode.Created, first.Body), (again.Status, again.Body));
        Assert.Equal((HttpStatusCode.UnprocessableEntity, "idempotency-key-reused"), (other.Status, other.Code));
        Assert.Equal((HttpStatusCode.BadRequest, "idempotency-key-missing"), (keyless.Status, keyless.Code));
        Assert.Equal(0, await wares.LeftAsync());
    }

    [Fact]
    public async Task If_the_stock_of_one_product_is_too_low_no_stock_is_taken()
    {
        var fan = await shop.NextFanAsync();
        var (full, scarce, gone) = (await Wares.OfferAsync(shop, stock: 5), await Wares.OfferAsync(shop, stock: 2), await Wares.OfferAsync(shop, stock: 0));

        var refused = await Wares.OrderAsync(fan, [(full.Ids[0], 5), (scarce.Ids[0], 3), (gone.Ids[0], 1)]);

        Assert.Equal((HttpStatusCode.Conflict, "out-of-stock"), (refused.Status, refused.Code));
        Assert.Equal(
            [(scarce.Ids[0], 3, 2), (gone.Ids[0], 1, 0)],
            refused.Json.GetProperty("lines").EnumerateArray().Select(line => (
                line.GetProperty("productId").GetInt64(), line.GetProperty("quantity").GetInt32(), line.GetProperty("remaining").GetInt32())));
        Assert.Equal((5, 2), (await full.LeftAsync(), await scarce.LeftAsync()));
        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM orders WHERE account_id = @Id", new { fan.Id }));
    }

    [Fact]
    public async Task An_unknown_product_is_not_found_and_one_without_stock_is_out_of_stock()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 5);
        await shop.ChangeAsync("DELETE FROM product_stock WHERE product_id = @id", new { id = wares.Ids[0] });

        Assert.Equal((HttpStatusCode.Conflict, "out-of-stock"), Of(await wares.OrderAsync(fan)));
        Assert.Equal((HttpStatusCode.NotFound, "no-such-product"), Of(await Wares.OrderAsync(fan, [(wares.Ids[0], 1), (1_999_999_999, 1)])));

        static (HttpStatusCode, string?) Of(Answer answer) => (answer.Status, answer.Code);
    }

    [Fact]
    public async Task An_order_that_costs_nothing_is_paid_at_once()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 5, price: 0);

        var order = await wares.OrderAsync(fan);

        Assert.Equal(("paid", 0), (order.Json.GetProperty("state").GetString(), order.Number("total")));
        Assert.Null(await shop.BookAsync(order.Number("orderId")));
        Assert.Equal(HttpStatusCode.NoContent, (await Wares.CancelAsync(fan, order.Number("orderId"))).Status);
        Assert.Equal(5, await wares.LeftAsync());
    }

    [Theory]
    [InlineData("""{"lines":[]}""", "lines")]
    [InlineData("""{"lines":null}""", "lines")]
    [InlineData("""{}""", "lines")]
    [InlineData("""{"lines":[null]}""", "lines")]
    [InlineData("""{"lines":[{"productId":1,"quantity":0}]}""", "lines[0].quantity")]
    [InlineData("""{"lines":[{"productId":1,"quantity":11}]}""", "lines[0].quantity")]
    [InlineData("""{"lines":[{"productId":1,"quantity":1},{"productId":1,"quantity":1}]}""", "lines")]
    [InlineData("""{"lines":[{"productId":1,"quantity":1}],"total":1}""", "total")]
    [InlineData("""{"lines":[{"productId":1,"quantity":1}],"couponId":"1"}""", "couponId")]
    public async Task An_invalid_order_is_rejected_with_its_field(string body, string field)
    {
        var fan = await shop.NextFanAsync();
        using var content = new StringContent(body, Encoding.UTF8, "application/json");

        var refused = await fan.PostAsync(shop.Http, "/api/orders", content, Guid.NewGuid().ToString());

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.Contains(refused.Json.GetProperty("errors").EnumerateObject(), error => error.Name.StartsWith(field, StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_order_has_at_most_twenty_lines()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 1, products: 21);

        Assert.Equal("invalid", (await wares.OrderAsync(fan)).Code);
        Assert.Equal(HttpStatusCode.Created, (await Wares.OrderAsync(fan, wares.Ids.Skip(1).Select(id => (id, 1)))).Status);
    }

    [Fact]
    public async Task An_account_lists_its_own_orders_newest_first_in_pages()
    {
        var fans = await shop.NextFansAsync(2);
        var wares = await Wares.OfferAsync(shop, stock: 10);
        List<long> ordered = [];
        for (var n = 0; n < 5; n++)
        {
            ordered.Add((await wares.OrderAsync(fans[0])).Number("orderId"));
            await wares.OrderAsync(fans[1]);
        }

        List<long> listed = [];
        for (var next = ""; next is not null;)
        {
            var page = (await fans[0].GetAsync(shop.Replicas[1], $"/api/orders?limit=2{next}")).Json;
            listed.AddRange(page.GetProperty("items").EnumerateArray().Select(order => order.GetProperty("orderId").GetInt64()));
            next = page.GetProperty("next").ValueKind == JsonValueKind.Null ? null : $"&after={page.GetProperty("next").GetString()}";
        }

        ordered.Reverse();
        Assert.Equal(ordered, listed);
        foreach (var answer in (Answer[])[await Wares.ShowAsync(fans[1], ordered[0]), await Wares.CancelAsync(fans[1], ordered[0]), await Wares.ShowAsync(fans[0], 1)])
            Assert.Equal((HttpStatusCode.NotFound, "no-such-order"), (answer.Status, answer.Code));
    }
}
