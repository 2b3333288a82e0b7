using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Orders;

/// <summary>However the partner behaves, orders end, and a fan has the goods exactly if they have paid. All programs are processes.</summary>
[Collection(nameof(PaidShop))]
public sealed class PaymentTests(PaidShop shop) : IAsyncLifetime
{
    private const int Orders = 10;

    public async ValueTask InitializeAsync() => await shop.TidyAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    public static TheoryData<string, string, string> Behaviours { get; } = new()
    {
        { "it approves", "{}", "paid" },
        { "it declines", """{"outcome":"decline"}""", "declined" },
        { "it approves without a callback", """{"callbacks":0}""", "paid" },
        { "it is slower than anybody waits", """{"latencyMilliseconds":1200}""", "paid" },
        { "it accepts and never answers", """{"reply":"never","callbacks":0}""", "paid" },
        { "it declines and never answers", """{"outcome":"decline","reply":"never","callbacks":0}""", "declined" },
        { "it calls back five times", """{"reply":"later","callbacks":5}""", "paid" },
        { "it calls back late", """{"reply":"later","callbackMilliseconds":2500}""", "paid" },
        { "it declines five times, late", """{"outcome":"decline","reply":"later","callbacks":5,"callbackMilliseconds":1500}""", "declined" },
        { "it takes its time to decide", """{"reply":"later","decideMilliseconds":2500,"callbacks":0}""", "paid" },
        { "every third request of it fails", """{"failEvery":3}""", "paid" },
    };

    [Theory]
    [MemberData(nameof(Behaviours))]
    public async Task Every_order_gets_the_state_that_the_partner_decides(string partner, string behaviour, string end)
    {
        await shop.BehaveAsync(behaviour);
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: Orders);
        var orders = new List<long>();
        await using (shop.StartJobs())
        {
            for (var n = 0; n < Orders; n++)
                orders.Add((await wares.OrderAsync(fan)).Number("orderId"));
            await shop.SettledAsync();
        }

        foreach (var order in orders)
            Assert.Equal((partner, end), (partner, await Wares.StateAsync(fan, order)));
        Assert.Equal(end == "paid" ? 0 : Orders, await wares.LeftAsync());
        var book = (await shop.BookAsync()).Where(line => orders.Contains(line.OrderId)).ToList();
        Assert.All(book, line => Assert.Equal((end == "paid" ? "approved" : "declined", Wares.Price), (line.State, line.Amount)));
        Assert.Equal(Orders, book.Count);
        await shop.AssertBalanceAsync();
    }

    [Fact]
    public async Task A_cancelled_order_is_refunded_once()
    {
        await shop.BehaveAsync("""{"callbacks":3}""");
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 1);
        await using var worker = shop.StartJobs();
        var order = (await wares.OrderAsync(fan)).Number("orderId");
        await shop.SettledAsync();
        Assert.Equal("paid", await Wares.StateAsync(fan, order));

        Assert.Equal(HttpStatusCode.NoContent, (await Wares.CancelAsync(fan, order)).Status);
        await shop.SettledAsync();

        Assert.Equal(("cancelled", 1, "refunded"), (await Wares.StateAsync(fan, order), await wares.LeftAsync(), (await shop.BookAsync(order))!.State));
        await shop.AssertBalanceAsync();
    }

    /// <summary>The partner approves, but the result arrives after the fan has cancelled: the payment is refunded.</summary>
    [Fact]
    public async Task An_approval_after_the_cancellation_is_refunded()
    {
        await shop.BehaveAsync("""{"reply":"later","callbacks":0}""");
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 1);
        long order;
        await using (shop.StartJobs(askAfterSeconds: 500))
        {
            order = (await wares.OrderAsync(fan)).Number("orderId");
            await Wait.UntilAsync("the payment is in the book", async () => await shop.BookAsync(order) is not null);
        }

        // No worker requests a refund, so the callback, sent by the test, finds the order cancelled and the payment taken.
        Assert.Equal(HttpStatusCode.NoContent, (await Wares.CancelAsync(fan, order)).Status);
        var taken = (await shop.BookAsync(order))!;
        Assert.Equal(("approved", Wares.Price), (taken.State, taken.Amount));
        var callback = SignedCallback.Of(order, taken.PaymentId, taken.Amount, taken.State);
        Assert.Equal(HttpStatusCode.NoContent, (await SignedCallback.SendAsync(shop.Http, callback, SignedCallback.Sign(shop, callback))).Status);
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM order_steps WHERE order_id = @order AND step = 'paid-late'", new { order }));
        await using var worker = shop.StartJobs();
        await shop.SettledAsync();

        Assert.Equal(("cancelled", 1, "refunded"), (await Wares.StateAsync(fan, order), await wares.LeftAsync(), (await shop.BookAsync(order))!.State));
        await shop.AssertBalanceAsync();
    }

    [Fact]
    public async Task An_order_without_a_payment_result_is_declined_in_time_and_never_paid_later()
    {
        await shop.BehaveAsync("""{"reply":"later","decideMilliseconds":60000}""");
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 1);
        await using var worker = shop.StartJobs(giveUpSeconds: 2);

        var order = (await wares.OrderAsync(fan)).Number("orderId");
        await shop.SettledAsync();

        Assert.Equal(("declined", 1, "closed"), (await Wares.StateAsync(fan, order), await wares.LeftAsync(), (await shop.BookAsync(order))!.State));
        Assert.Equal((HttpStatusCode.Conflict, "order-declined"), Of(await Wares.CancelAsync(fan, order)));
        await shop.AssertBalanceAsync();

        static (HttpStatusCode, string?) Of(Answer answer) => (answer.Status, answer.Code);
    }

    /// <summary>While the partner is frozen, orders are accepted and other messages delivered.</summary>
    [Fact]
    public async Task While_the_partner_is_frozen_only_orders_wait()
    {
        await shop.BehaveAsync("{}");
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 30);
        await using var worker = shop.StartJobs();
        var orders = new List<long>();
        shop.PartnerProcess.Freeze();
        try
        {
            for (var n = 0; n < 30; n++)
                orders.Add((await wares.OrderAsync(fan)).Number("orderId"));
            var game = shop.NextGame();
            var reservation = await fan.BuyAsync(game, 1);
            await Wait.UntilAsync("the sale is delivered", () => shop.QueryAsync<bool>(
                "SELECT COUNT(*) = 1 FROM audit_events WHERE ordered_by = @key", new { key = $"reservation:{reservation}" }));
            Assert.Equal(HttpStatusCode.NoContent, (await Wares.CancelAsync(fan, orders[0])).Status);
            Assert.Equal("placed", await Wares.StateAsync(fan, orders[1]));
        }
        finally
        {
            shop.PartnerProcess.Thaw();
        }

        await shop.SettledAsync();
        Assert.Equal("cancelled", await Wares.StateAsync(fan, orders[0]));
        foreach (var order in orders.Skip(1))
            Assert.Equal("paid", await Wares.StateAsync(fan, order));
        Assert.Equal(1, await wares.LeftAsync());
        await shop.AssertBalanceAsync();
    }

    /// <summary>An order that is given up while the partner is frozen isn't paid when it thaws, whatever it had heard before.</summary>
    [Fact]
    public async Task An_order_declined_while_the_partner_was_frozen_is_not_paid_when_it_thaws()
    {
        await shop.BehaveAsync("{}");
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 3);
        await using var worker = shop.StartJobs(giveUpSeconds: 2);
        var orders = new List<long>();
        shop.PartnerProcess.Freeze();
        try
        {
            for (var n = 0; n < 3; n++)
                orders.Add((await wares.OrderAsync(fan)).Number("orderId"));
            await Wait.UntilAsync("the orders are given up", () => shop.QueryAsync<bool>("SELECT COUNT(*) = 3 FROM orders WHERE id IN @orders AND state = 'declined'", new { orders }));
            Assert.Equal(3, await wares.LeftAsync());
        }
        finally
        {
            shop.PartnerProcess.Thaw();
        }

        await shop.SettledAsync();
        foreach (var order in orders)
        {
            Assert.Equal("declined", await Wares.StateAsync(fan, order));
            Assert.True(await shop.BookAsync(order) is { State: "refunded" or "closed" });
        }

        await shop.AssertBalanceAsync();
    }
}
