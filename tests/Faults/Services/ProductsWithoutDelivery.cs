using Dugout.Features.Products;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Faults.Services;

/// <summary>Lists of products in the cache under keys that lack the delivery: the first list that is requested is served for all three.</summary>
internal static class ProductsWithoutDelivery
{
    /// <summary>Handles the request as <see cref="ListProducts"/> does, with a delivery of no name: keys take the name, queries take the column.</summary>
    public static async Task<Results<CachedResponse<Page<ProductItem>>, Problem>> Handle(
        string delivery, long? after, int? limit, ConsistencyToken seen, ProductPages pages, CancellationToken cancellation)
    {
        // Requests that the product doesn't accept get the product's own answer.
        if (Delivery.Of(delivery) is not { } list || after < 0 || limit is < 1 or > ListProducts.MaxLimit)
            return await ListProducts.Handle(delivery, after, limit, seen, pages, cancellation);

        var page = await pages.GetAsync(list with { Name = "" }, after ?? 0, limit ?? Cursor.DefaultLimit, seen, cancellation);
        return page.Value is { } answer ? answer : page.Problem!;
    }
}
