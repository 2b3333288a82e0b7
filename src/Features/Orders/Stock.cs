using System.Text;
using Dapper;

namespace Dugout.Features.Orders;

/// <summary>So many of a product.</summary>
internal readonly record struct Goods(long ProductId, int Quantity);

/// <summary>
/// What takes goods out of stock and puts them back, as statements for somebody's transaction. Rows are always locked in the order of their
/// products, so that two orders can wait for each other in one direction only.
/// </summary>
internal static class Stock
{
    /// <summary>
    /// Takes goods: as many rows change as there are products, or fewer where too few are left of one; who sends it looks at
    /// <c>ROW_COUNT()</c> and undoes everything then.
    /// </summary>
    /// <param name="goods">At least one, each product once.</param>
    /// <param name="parameters">Receives the statement's parameters.</param>
    public static string Take(IReadOnlyList<Goods> goods, DynamicParameters parameters)
    {
        var (products, quantity) = Named(goods, parameters);
        return $"UPDATE product_stock SET remaining = remaining - {quantity} WHERE product_id IN {products} AND remaining >= {quantity} ORDER BY product_id; ";
    }

    /// <summary>Puts goods back, likewise.</summary>
    public static string GiveBack(IReadOnlyList<Goods> goods, DynamicParameters parameters)
    {
        var (products, quantity) = Named(goods, parameters);
        return $"UPDATE product_stock SET remaining = remaining + {quantity} WHERE product_id IN {products} ORDER BY product_id; ";
    }

    private static (string Products, string Quantity) Named(IReadOnlyList<Goods> goods, DynamicParameters parameters)
    {
        var quantity = new StringBuilder("CASE product_id");
        foreach (var (index, one) in goods.Index())
        {
            parameters.Add($"product{index}", one.ProductId);
            parameters.Add($"quantity{index}", one.Quantity);
            quantity.Append(" WHEN @product").Append(index).Append(" THEN @quantity").Append(index);
        }

        return ($"({string.Join(", ", goods.Select((_, index) => $"@product{index}"))})", quantity.Append(" END").ToString());
    }
}
