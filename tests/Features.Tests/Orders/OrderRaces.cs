using System.Data;
using System.Net;
using Dapper;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Orders;

/// <summary>Orders with everybody let go at once, over two API processes: nothing is sold twice, nothing comes back twice.</summary>
[Collection(nameof(PaidShop))]
public sealed class OrderRaces(PaidShop shop) : IAsyncLifetime
{
    private const int Cancellers = 50;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    /// <summary>The invariants afterwards, and the partner's payments.</summary>
    public async ValueTask DisposeAsync() => await shop.TidyAsync();

    [Fact]
    public async Task Of_three_hundred_concurrent_orders_exactly_the_stock_of_a_hundred_is_sold()
    {
        var fans = await shop.NextFansAsync(50);
        var wares = await Wares.OfferAsync(shop, stock: 100);

        var answers = await Together.RunAsync(300, caller => wares.InsistAsync(fans[caller % fans.Length], Replica(caller)));

        Assert.Equal(
            new Dictionary<string, int> { ["201 "] = 100, ["409 out-of-stock"] = 200 },
            answers.CountBy(answer => $"{(int)answer.Status} {answer.Code}").ToDictionary());
        Assert.Equal(0, await wares.LeftAsync());
        Assert.Equal(100, await shop.QueryAsync<long>("SELECT SUM(quantity) FROM order_lines WHERE product_id = @id", new { id = wares.Ids[0] }));
    }

    [Fact]
    public async Task Concurrent_orders_with_opposite_line_orders_all_succeed()
    {
        var fans = await shop.NextFansAsync(40);
        var wares = await Wares.OfferAsync(shop, stock: 30, products: 20);

        var answers = await Together.RunAsync(fans.Length, caller => wares.InsistAsync(fans[caller], Replica(caller), reversed: caller % 2 == 0));

        Assert.Equal(30, answers.Count(answer => answer.Status == HttpStatusCode.Created));
        Assert.Equal(10, answers.Count(answer => answer.Code == "out-of-stock"));
        for (var n = 0; n < wares.Ids.Count; n++)
            Assert.Equal((n, 0), (n, await wares.LeftAsync(n)));
    }

    [Fact]
    public async Task One_key_makes_one_order_however_often_it_is_sent_concurrently()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 5);

        var answers = await Together.RunAsync(50, caller => wares.InsistAsync(fan, Replica(caller), key: "once"));

        Assert.All(answers, answer => Assert.Equal((HttpStatusCode.Created, answers[0].Body), (answer.Status, answer.Body)));
        Assert.Equal(4, await wares.LeftAsync());
    }

    [Fact]
    public async Task An_order_is_cancelled_once()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 9, products: 3);
        // Beside one that stays: were goods given back twice, they would go with them.
        await wares.OrderAsync(fan, quantity: 4);
        var id = (await wares.OrderAsync(fan, quantity: 2)).Number("orderId");

        var answers = await Together.RunAsync(Cancellers, caller => Wares.CancelAsync(fan, id, Replica(caller)));

        Assert.Single(answers, answer => answer.Status == HttpStatusCode.NoContent);
        Assert.Equal(Cancellers - 1, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "already-cancelled" }));
        for (var n = 0; n < 3; n++)
            Assert.Equal((n, 5), (n, await wares.LeftAsync(n)));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE topic = 'refund-wanted' AND ordered_by = @key", new { key = $"order:{id}" }));
    }

    /// <summary>
    /// An order is paid between the look at it and its cancellation, which finds another order than it looked at: what it brought along for the one it saw
    /// mustn't happen to this one.
    /// </summary>
    [Fact]
    public async Task A_concurrently_changed_order_is_read_again()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 9);
        // Beside one that stays: goods that came back twice would be its.
        await wares.OrderAsync(fan, quantity: 4);
        var id = (await wares.OrderAsync(fan, quantity: 2)).Number("orderId");
        await using var partner = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
        await partner.OpenAsync(TestContext.Current.CancellationToken);
        await using var paying = await partner.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await partner.ExecuteAsync(
            """
            UPDATE orders SET state = 'paid', payment_id = CONCAT('of-', id) WHERE id = @id;
            INSERT INTO order_steps (order_id, step, reached_at) VALUES (@id, 'paid', UTC_TIMESTAMP(6))
            """, new { id }, paying);

        var cancelling = Wares.CancelAsync(fan, id);
        await Wait.UntilAsync("the cancellation waits for the order's row", async () =>
        {
            // The server refreshes this table only after 100 ms without a query.
            await Task.Delay(150, TestContext.Current.CancellationToken);
            return await shop.QueryAsync<long>(
                "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE CONCAT('%', @id, '%')", new { id }) > 0;
        });
        await paying.CommitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.NoContent, (await cancelling).Status);
        Assert.Equal("cancelled", await Wares.StateAsync(fan, id));
        Assert.Equal(5, await wares.LeftAsync());
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE topic = 'refund-wanted' AND ordered_by = @key", new { key = $"order:{id}" }));
    }

    /// <summary>Fans cancel while a worker polls their payments and the partner calls back twice.</summary>
    [Fact]
    public async Task Whether_cancellation_or_payment_is_first_no_cancelled_order_stays_paid()
    {
        await shop.BehaveAsync("""{"callbacks":2}""");
        var fans = await shop.NextFansAsync(40);
        var wares = await Wares.OfferAsync(shop, stock: 40);
        await using var worker = shop.StartJobs();

        var cancelled = await Together.RunAsync(fans.Length, async caller =>
        {
            var id = (await wares.InsistAsync(fans[caller], Replica(caller))).Number("orderId");
            await Task.Delay(caller * 25, TestContext.Current.CancellationToken);
            return caller % 4 == 0 || (await Wares.CancelAsync(fans[caller], id, Replica(caller))).Status == HttpStatusCode.NoContent;
        });

        Assert.DoesNotContain(false, cancelled);
        await shop.SettledAsync();
        Assert.Equal(30, await wares.LeftAsync());
        await shop.AssertBalanceAsync();
    }

    private HttpClient Replica(int caller) => shop.Replicas[caller % shop.Replicas.Count];
}
