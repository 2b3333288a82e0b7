using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Features.Products;

/// <summary>Queries of merchandise for other slices. Read from the primary, because prices must be current.</summary>
public sealed class ProductsQueries(Reads reads)
{
    /// <summary>SELECT of <c>thing</c>, a product, and its <c>team</c>, for joins by product.</summary>
    public const string Teams = "SELECT id AS thing, team_id AS team FROM products WHERE team_id IS NOT NULL";

    /// <summary>A product as currently sold.</summary>
    /// <param name="ProductId">Its id.</param>
    /// <param name="Name">Its Korean name.</param>
    /// <param name="Price">Its unit price, whole won.</param>
    public sealed record ForSale(long ProductId, string Name, long Price);

    /// <summary>The given products by id; unknown ids are omitted.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<IReadOnlyDictionary<long, ForSale>> FindAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation) => await reads.QueryPrimaryAsync(
        database => database.Set<Product>().Where(product => ids.Contains(product.Id))
            .Select(product => new ForSale(product.Id, product.Name, product.Price))
            .ToDictionaryAsync(product => product.ProductId, CancellationToken.None),
        cancellation);
}
