using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Products;

/// <summary>One product. Anonymous access. Read from a replica. Returns 200. Errors: 404 <c>no-such-product</c>.</summary>
public static class ShowProduct
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<ProductItem>, Problem>> Handle(
        long productId, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        var found = await cache.GetAsync(ProductResponses.Product(productId), seen, (database, ask) => FindAsync(database, productId, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<ProductItem>> FindAsync(ReadContext database, long productId, CancellationToken cancellation)
    {
        var found = await database.Set<Product>().SingleOrDefaultAsync(product => product.Id == productId, cancellation);
        return found is null ? ProductsProblems.NoSuchProduct : found.ToItem();
    }
}
