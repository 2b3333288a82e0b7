using Dapper;

namespace Dugout.Features.Orders;

/// <summary>A quantity of a product.</summary>
internal readonly record struct Goods(long ProductId, int Quantity);

/// <summary>
/// Statements that take goods from stock and return them, for use in the caller's transaction. Rows are always locked in product
/// order, so that two orders can't deadlock.
/// </summary>
internal static class Stock
{
    /// <summary>
    /// Takes goods. Changes one row per product, or fewer if the stock of one is too low; the caller checks <c>ROW_COUNT()</c>
    /// and rolls back.
    /// </summary>
    /// <param name="goods">At least one, each product once.</param>
    /// <param name="parameters">Receives the statement's parameters.</param>
    public static string Take(IReadOnlyList<Goods> goods, DynamicParameters parameters)
    {
        var (products, quantity) = Named(goods, parameters);
        return $"UPDATE product_stock SET remaining = remaining - {quantity} WHERE product_id IN {products} AND remaining >= {quantity} ORDER BY product_id; ";
    }

    /// <summary>Returns goods to stock, with the same lock order.</summary>
    public static string GiveBack(IReadOnlyList<Goods> goods, DynamicParameters parameters)
    {
        var (products, quantity) = Named(goods, parameters);
        return $"UPDATE product_stock SET remaining = remaining + {quantity} WHERE product_id IN {products} ORDER BY product_id; ";
    }

    private static (string Products, string Quantity) Named(IReadOnlyList<Goods> goods, DynamicParameters parameters)
    {
        var products = parameters.Rows("@product#", goods, one => [("product", one.ProductId)]);
        var quantities = parameters.Rows("WHEN @product# THEN @quantity#", goods, one => [("quantity", one.Quantity)], between: " ");
        return ($"({products})", $"CASE product_id {quantities} END");
    }
}
