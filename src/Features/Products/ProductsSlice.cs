using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.Products;

/// <summary>Merchandise: anonymous read access.</summary>
internal static class ProductsSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddProducts(this IServiceCollection services)
    {
        services.AddSingleton<ProductPages>();
        services.AddSingleton<ProductsQueries>();
    }

    public static void MapProducts(this IEndpointRouteBuilder routes)
    {
        var products = routes.MapGroup("/api").WithTags("Products").AllowAnonymous();

        products.MapGet("/products", ListProducts.Handle);
        products.MapGet("/products/search", SearchProducts.Handle);
        products.MapGet("/products/{productId}", ShowProduct.Handle).ProducesProblems(ProductsProblems.NoSuchProduct);
    }
}
