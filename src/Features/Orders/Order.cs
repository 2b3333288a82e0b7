using System.Globalization;
using Microsoft.EntityFrameworkCore;
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

    private static readonly Func<ReadContext, long, long, IAsyncEnumerable<Row>> One = EF.CompileAsyncQuery((ReadContext database, long orderId, long accountId) =>
        from made in database.Set<OrderRow>()
        join line in database.Set<OrderLineRow>() on made.Id equals line.OrderId
        where made.Id == orderId && made.AccountId == accountId
        orderby line.ProductId
        select new Row(made.Id, made.State, made.Discount, made.Total, made.OrderedAt, line.ProductId, line.Name, line.Quantity, line.Price));

    private static readonly Func<ReadContext, long, DateTime, long, int, IAsyncEnumerable<Row>> Newest = EF.CompileAsyncQuery(
        (ReadContext database, long accountId, DateTime time, long lastId, int rows) =>
            from made in database.Set<OrderRow>()
                .Where(made => made.AccountId == accountId && (made.OrderedAt < time || (made.OrderedAt == time && made.Id < lastId)))
                .OrderByDescending(made => made.OrderedAt).ThenByDescending(made => made.Id).Take(rows)
            join line in database.Set<OrderLineRow>() on made.Id equals line.OrderId
            orderby made.OrderedAt descending, made.Id descending, line.ProductId
            select new Row(made.Id, made.State, made.Discount, made.Total, made.OrderedAt, line.ProductId, line.Name, line.Quantity, line.Price));

    /// <summary>An account's order, from the primary; null if there is none with this id, or it belongs to another account.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    internal static async Task<Order?> FindAsync(Reads reads, long orderId, long accountId, CancellationToken cancellation) =>
        (await ReadAsync(reads, database => One(database, orderId, accountId), cancellation)).SingleOrDefault();

    /// <summary>An account's orders from the primary, newest first, in one statement and therefore from one consistent snapshot.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    internal static Task<List<Order>> ListAsync(Reads reads, long accountId, Cursor after, int rows, CancellationToken cancellation) =>
        ReadAsync(reads, database => Newest(database, accountId, after.Time, after.Id, rows), cancellation);

    private static async Task<List<Order>> ReadAsync(Reads reads, Func<ReadContext, IAsyncEnumerable<Row>> query, CancellationToken cancellation)
    {
        var rows = await reads.QueryPrimaryAsync(async database => await query(database).ToListAsync(), cancellation);
        return [.. rows.GroupBy(row => row.Id).Select(Of)];
    }

    private static Order Of(IGrouping<long, Row> rows)
    {
        var made = rows.First();
        List<Line> lines = [.. rows.Select(row => new Line(row.ProductId, row.Name, row.Quantity, row.Price))];
        return new(made.Id, NumberOf(made.Id), made.State, lines, made.Discount, made.Total, made.OrderedAt);
    }

    private sealed record Row(
        long Id, string State, long Discount, long Total, DateTime OrderedAt, long ProductId, string Name, int Quantity, long Price);
}
