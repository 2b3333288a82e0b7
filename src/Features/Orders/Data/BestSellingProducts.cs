using Dugout.Features.Products;
using Dugout.Features.Rankings;

namespace Dugout.Features.Orders;

/// <summary>Ranks merchandise by quantity in paid orders; cancelled and refunded orders don't count.</summary>
public sealed class BestSellingProducts(ProductsQueries products) : IRankingSource
{
    private const string Sold = "FROM orders bought STRAIGHT_JOIN order_lines line ON line.order_id = bought.id";

    private const string InTime = "WHERE bought.state = 'paid' AND bought.ordered_at >= @from AND bought.ordered_at < @until";

    /// <inheritdoc/>
    public string Ranking => "products";

    /// <inheritdoc/>
    public string Points => $"SELECT line.product_id AS thing, SUM(line.quantity) AS points {Sold} {InTime} GROUP BY line.product_id";

    /// <inheritdoc/>
    public string PointsByTeam => $"""
        SELECT of_team.team AS team, line.product_id AS thing, SUM(line.quantity) AS points {Sold}
        STRAIGHT_JOIN ({ProductsQueries.Teams}) of_team ON of_team.thing = line.product_id
        {InTime} GROUP BY of_team.team, line.product_id
        """;

    /// <inheritdoc/>
    public async Task<IReadOnlyDictionary<long, string>> NamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation) =>
        (await products.FindAsync(ids, cancellation)).ToDictionary(product => product.Key, product => product.Value.Name);
}
