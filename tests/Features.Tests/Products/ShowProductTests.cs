using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Products;

public sealed class ShowProductTests(Shop shop)
{
    [Fact]
    public async Task A_product_is_shown_as_in_the_list()
    {
        foreach (var item in Shelf.Items(await shop.Http.GetAnswerAsync($"/api/products?delivery=rocket-fresh&after={OddProducts.First - 1}&limit=5")))
        {
            var product = await shop.Http.GetAnswerAsync($"/api/products/{item.GetProperty("productId")}");

            Assert.Equal((HttpStatusCode.OK, item.GetRawText()), (product.Status, product.Body));
        }
    }

    [Theory]
    [InlineData("0", HttpStatusCode.NotFound, "no-such-product")]
    [InlineData("-1", HttpStatusCode.NotFound, "no-such-product")]
    [InlineData("1999999", HttpStatusCode.NotFound, "no-such-product")]
    [InlineData("x", HttpStatusCode.BadRequest, "invalid")]
    [InlineData("99999999999999999999", HttpStatusCode.BadRequest, "invalid")]
    public async Task An_unknown_product_and_an_invalid_id_are_rejected(string id, HttpStatusCode status, string code)
    {
        var answer = await shop.Http.GetAnswerAsync($"/api/products/{id}");

        Assert.Equal((status, code), (answer.Status, answer.Code));
    }
}
