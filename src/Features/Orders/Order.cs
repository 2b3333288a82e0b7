using System.Globalization;
using MySqlConnector;

namespace Dugout.Features.Orders;

/// <summary>An order as returned to its account.</summary>
/// <param name="OrderId">Its id.</param>
/// <param name="Number">The number printed on the parcel.</param>
/// <param name="State"><c>placed</c>, <c>paid</c>, <c>declined</c> or <c>cancelled</c>; see <see cref="OrderStates"/>.</param>
/// <param name="Lines">Its lines, ordered by product.</param>
/// <param name="Discount">The coupon's discount, whole won.</param>
/// <param name="Total">The amount to pay, whole won: the sum of the lines minus the discount.</param>
/// <param name="OrderedAt">Time it was placed, UTC.</param>
/// <example>{"orderId":3162277660171264,"number":"M0B3C13249D9C00","state":"paid","lines":[{"productId":1,"name":"LG 트윈스 홈 유니폼","quantity":2,"price":69000}],"discount":5000,"total":133000,"orderedAt":"2027-03-25T03:00:00Z"}</example>
public sealed record Order(
    long OrderId, string Number, string State, IReadOnlyList<Order.Line> Lines, long Discount, long Total, DateTime OrderedAt)
{
    /// <summary>A product with its quantity.</summary>
    /// <param name="ProductId">The product.</param>
    /// <param name="Name">The product's name when ordered.</param>
    /// <param name="Quantity">Quantity.</param>
    /// <param name="Price">Unit price when ordered, whole won.</param>
    /// <example>{"productId":1,"name":"LG 트윈스 홈 유니폼","quantity":2,"price":69000}</example>
    public sealed record Line(long ProductId, string Name, int Quantity, long Price);

    /// <summary>The number printed on the parcel: the id in a short, unambiguous alphabet.</summary>
    internal static string NumberOf(long id) => $"M{id:X14}";

    /// <summary>The partner's key of an order's payment: one per order, for all calls.</summary>
    internal static string PaymentKeyOf(long id) => id.ToString(CultureInfo.InvariantCulture);

    /// <summary>Reads orders from the primary, newest first, in one statement and therefore from one consistent snapshot.</summary>
    /// <param name="databases">The databases; only the primary is read.</param>
    /// <param name="which">SQL after <c>WHERE</c> for the rows of <c>orders</c>, optionally with order and limit.</param>
    /// <param name="parameters">Parameters of the SQL.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    internal static async Task<List<Order>> ReadAsync(Databases databases, string which, object parameters, CancellationToken cancellation)
    {
        var sql = $"""
            SELECT made.id AS Id, made.state AS State, made.discount AS Discount, made.total AS Total, made.ordered_at AS OrderedAt,
                   line.product_id AS ProductId, line.name AS Name, line.quantity AS Quantity, line.price AS Price
            FROM (SELECT id, state, discount, total, ordered_at FROM orders WHERE {which}) made
            JOIN order_lines line ON line.order_id = made.id
            ORDER BY made.ordered_at DESC, made.id DESC, line.product_id
            """;
        var rows = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<Row>(new(sql, parameters, cancellationToken: cancellation)), cancellation);
        return [.. rows.GroupBy(row => row.Id).Select(Of)];
    }

    private static Order Of(IGrouping<long, Row> rows)
    {
        var made = rows.First();
        List<Line> lines = [.. rows.Select(row => new Line(row.ProductId, row.Name, row.Quantity, row.Price))];
        return new(made.Id, NumberOf(made.Id), made.State, lines, made.Discount, made.Total, made.OrderedAt.Utc());
    }

    private sealed record Row(
        long Id, string State, long Discount, long Total, DateTime OrderedAt, long ProductId, string Name, int Quantity, long Price);
}
