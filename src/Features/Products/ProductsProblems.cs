namespace Dugout.Features.Products;

/// <summary>The errors of products, with their stable codes.</summary>
public static class ProductsProblems
{
    /// <summary>No product has this id.</summary>
    public static readonly Problem NoSuchProduct = new(404, "no-such-product", "There is no such product.");
}
