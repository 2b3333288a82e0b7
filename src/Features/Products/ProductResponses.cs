
namespace Dugout.Features.Products;

/// <summary>Under which keys the answers about products are kept. Nothing changes products yet, so nothing evicts them.</summary>
internal static class ProductResponses
{
    private const string Tag = "products";

    /// <summary>One product.</summary>
    public static CacheKey Product(long productId) => new("product", Tag, productId);

    /// <summary>The n-th piece, from 0, of the list of a delivery.</summary>
    public static CacheKey Piece(Delivery delivery, long number) => new("products", Tag, delivery.Name, number);
}
