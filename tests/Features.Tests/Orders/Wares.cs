
namespace Dugout.Features.Tests.Orders;

/// <summary>Products that no other test orders, at their own price.</summary>
internal sealed record Wares(Shop Shop, IReadOnlyList<long> Ids)
{
    public const long Price = 10_000;

    private static long _last = 30_000_000;

    public static async Task<Wares> OfferAsync(Shop shop, int stock, int products = 1, long price = Price)
    {
        List<long> ids = [.. Enumerable.Range(0, products).Select(_ => Interlocked.Increment(ref _last))];
        await shop.ChangeAsync(
            """
            INSERT INTO products (id, name, price, rocket, rocket_fresh, rocket_global) VALUES (@id, '응원 타월', @price, 1, 0, 0);
            INSERT INTO product_stock (product_id, supplied, remaining) VALUES (@id, @stock, @stock)
            """, ids.Select(id => new { id, price, stock }).ToList());
        return new(shop, ids);
    }

    /// <summary>Orders so many of each.</summary>
    public Task<Answer> OrderAsync(Fan fan, int quantity = 1, long? coupon = null, string? key = null, HttpClient? replica = null) =>
        OrderAsync(fan, Ids.Select(id => (id, quantity)), coupon, key, replica);

    public static Task<Answer> OrderAsync(Fan fan, IEnumerable<(long Product, int Quantity)> lines, long? coupon = null, string? key = null, HttpClient? replica = null)
    {
        var wanted = lines.Select(line => new { productId = line.Product, quantity = line.Quantity });
        object body = coupon is null ? new { lines = wanted } : new { lines = wanted, couponId = coupon };
        return fan.PostAsync(replica ?? fan.Shop.Http, "/api/orders", body, key ?? Guid.NewGuid().ToString());
    }

    /// <summary>Orders, and again with the same key for as long as the shop is busy or doesn't know.</summary>
    public Task<Answer> InsistAsync(Fan fan, HttpClient replica, long? coupon = null, bool reversed = false, string? key = null)
    {
        key ??= Guid.NewGuid().ToString();
        return Until.AnsweredAsync(() => OrderAsync(fan, (reversed ? Ids.Reverse() : Ids).Select(id => (id, 1)), coupon, key, replica));
    }

    /// <summary>How many are left of the n-th product, from 0.</summary>
    public Task<long> LeftAsync(int n = 0) =>
        Shop.QueryAsync<long>("SELECT CAST(remaining AS SIGNED) FROM product_stock WHERE product_id = @id", new { id = Ids[n] });

    public static Task<Answer> ShowAsync(Fan fan, long order) => fan.GetAsync(fan.Shop.Replicas[1], $"/api/orders/{order}");

    public static Task<Answer> CancelAsync(Fan fan, long order, HttpClient? replica = null) => fan.DeleteAsync(replica ?? fan.Shop.Http, $"/api/orders/{order}");

    /// <summary>Where an order is.</summary>
    public static async Task<string> StateAsync(Fan fan, long order) => (await ShowAsync(fan, order)).Json.GetProperty("state").GetString()!;
}
