using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Products;

/// <summary>
/// The products that can be delivered in one way, by id, from any id on. Anonymous access. Read from a replica, mostly put together from
/// kept pieces, see <see cref="ProductPages"/>. 200, or 400 <c>invalid</c> for a delivery there isn't, a limit out of range or an id that
/// can't be read.
/// </summary>
public static class ListProducts
{
    /// <summary>Longest page.</summary>
    internal const int MaxLimit = 120;

    /// <summary>Ids are below 2^53, so that every client can read them.</summary>
    private const long MaxId = (1L << 53) - 1;

    /// <summary>Handles the request. Unlike in other lists, <c>after</c> is an id: one may begin anywhere.</summary>
    public static async Task<Results<CachedResponse<Page<ProductItem>>, Problem>> Handle(
        string? delivery, long? after, int? limit, ConsistencyToken seen, ProductPages pages, CancellationToken cancellation)
    {
        if (Delivery.Of(delivery) is not { } way)
            return Problem.InvalidField("delivery", $"Give one of {string.Join(", ", Delivery.All.Select(one => one.Name))}.");
        if (after is < 0 or > MaxId)
            return Problem.InvalidField("after", "Give the id of a product, or 0 for the first page.");
        if (limit is < 1 or > MaxLimit)
            return Problem.InvalidField("limit", $"Give 1 to {MaxLimit}.");

        var page = await pages.GetAsync(way, after ?? 0, limit ?? Cursor.DefaultLimit, seen, cancellation);
        return page.Value is { } answer ? answer : page.Refusal!;
    }
}
