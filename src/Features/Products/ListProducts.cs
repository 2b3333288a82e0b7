using System.ComponentModel;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Products;

/// <summary>
/// The products with a delivery, ordered by id, starting after any id. Anonymous access. Read from a replica, usually assembled
/// from cached pieces, see <see cref="ProductPages"/>. Returns 200. Errors: 400 <c>invalid</c> for an unknown delivery, a limit
/// out of range or an invalid id.
/// </summary>
public static class ListProducts
{
    /// <summary>Maximum page length.</summary>
    internal const int MaxLimit = 120;

    /// <summary>Ids are below 2^53, so that every client can represent them.</summary>
    private const long MaxId = (1L << 53) - 1;

    /// <summary>Handles the request. Unlike in other lists, <c>after</c> is an id, so a page may begin anywhere.</summary>
    public static async Task<Results<CachedResponse<Page<ProductItem>>, Problem>> Handle(
        [Description("The delivery type."), DeliveryName] string delivery,
        [Description("Id of a product: the page begins with the next one. Default 0, the first page; `next` is such an id."), Number(0, MaxId)] long? after,
        [Description("Maximum number of products in the page. Default 20."), Number(1, MaxLimit)] int? limit,
        ConsistencyToken seen, ProductPages pages, CancellationToken cancellation)
    {

        var page = await pages.GetAsync(Delivery.Of(delivery)!, after ?? 0, limit ?? Cursor.DefaultLimit, seen, cancellation);
        return page.Value is { } answer ? answer : page.Problem!;
    }
}
