
namespace Dugout.Features.Products;

/// <summary>Cache keys of product responses. Products are immutable so far, so nothing invalidates them.</summary>
internal static class ProductResponses
{
    private const string Tag = "products";

    /// <summary>One product.</summary>
    public static CacheKey Product(long productId) => new("product", Tag, productId);

    /// <summary>The n-th piece, zero-based, of the list of a delivery.</summary>
    public static CacheKey Piece(Delivery delivery, long number) => new("products", Tag, delivery.Name, number);
}
