using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Features.Orders;

/// <summary>A product whose stock is too low for an order, as a member of the error.</summary>
/// <param name="ProductId">The product.</param>
/// <param name="Quantity">The ordered quantity.</param>
/// <param name="Remaining">The remaining quantity.</param>
internal sealed record StockLeft(long ProductId, int Quantity, int Remaining)
{
    /// <summary>The error <c>out-of-stock</c> as the OpenAPI document shows it.</summary>
    public static readonly Problem Example = OrdersProblems.OutOfStock.With("lines", new StockLeft[] { new(1, 2, 1) });

    /// <summary>The goods whose stock is currently too low, from the primary. An empty result is no guarantee.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public static async Task<IReadOnlyList<StockLeft>> TooLittleAsync(Reads reads, IReadOnlyList<Goods> goods, CancellationToken cancellation)
    {
        var ids = goods.Select(one => one.ProductId).ToList();
        var left = await reads.QueryPrimaryAsync(
            database => database.Set<StockRow>().Where(row => ids.Contains(row.ProductId)).ToDictionaryAsync(row => row.ProductId, row => row.Remaining), cancellation);
        return [.. goods.Select(one => new StockLeft(one.ProductId, one.Quantity, left.GetValueOrDefault(one.ProductId))).Where(one => one.Remaining < one.Quantity)];
    }
}
