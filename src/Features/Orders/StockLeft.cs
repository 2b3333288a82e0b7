using MySqlConnector;

namespace Dugout.Features.Orders;

/// <summary>What there is too little of for an order, told to whoever is refused.</summary>
/// <param name="ProductId">The product.</param>
/// <param name="Quantity">How many were wanted.</param>
/// <param name="Remaining">How many there are.</param>
internal sealed record StockLeft(long ProductId, int Quantity, int Remaining)
{
    /// <summary>Of which goods there are too few at this moment, by the primary. That there are enough promises nothing.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public static async Task<IReadOnlyList<StockLeft>> TooLittleAsync(Databases databases, IReadOnlyList<Goods> goods, CancellationToken cancellation)
    {
        const string Sql = "SELECT product_id AS ProductId, remaining AS Remaining FROM product_stock WHERE product_id IN @ids";
        var ids = goods.Select(one => one.ProductId);
        var rows = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<(long ProductId, int Remaining)>(new(Sql, new { ids }, cancellationToken: cancellation)), cancellation);
        var left = rows.ToDictionary(row => row.ProductId, row => row.Remaining);
        return [.. goods.Select(one => new StockLeft(one.ProductId, one.Quantity, left.GetValueOrDefault(one.ProductId))).Where(one => one.Remaining < one.Quantity)];
    }
}
