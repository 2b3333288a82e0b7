using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Orders;

/// <summary>The worker is killed between any two steps of a payment, and the next one continues: no fan pays twice, or without goods.</summary>
[Collection(nameof(PaidShop))]
public sealed class PaymentCrashes(PaidShop shop) : IAsyncLifetime
{
    private const int Orders = 12;

    public async ValueTask InitializeAsync() => await shop.TidyAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    public static TheoryData<string, string> Places
    {
        get
        {
            var all = new TheoryData<string, string>();
            foreach (var place in (string[])["before-send", "before-asking", "after-asking", "before-mark"])
            {
                all.Add(place, "{}");
                all.Add(place, """{"callbacks":0}""");
            }

            // Only the worker completes the order.
            all.Add("after-settling", """{"callbacks":0}""");
            // Here it is the poll of what is stuck that dies.
            all.Add("after-polling", """{"reply":"never","callbacks":0}""");
            return all;
        }
    }

    [Theory]
    [MemberData(nameof(Places))]
    public Task Wherever_the_worker_is_killed_every_order_is_paid_once_or_refunded(string place, string behaviour) => IsPaidOnceAsync(place, behaviour, kills: 1);

    internal async Task IsPaidOnceAsync(string place, string behaviour, int kills)
    {
        await shop.BehaveAsync(behaviour);
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: Orders);
        var orders = new List<long>();
        for (var n = 0; n < Orders; n++)
            orders.Add((await wares.OrderAsync(fan)).Number("orderId"));
        foreach (var order in orders.Take(Orders / 2))
            await Wares.CancelAsync(fan, order);

        for (var kill = 1; kill <= kills; kill++)
        {
            await using var primary = shop.BeforePrimary();
            await using var partner = shop.BeforePartner();
            var held = Hold(place, kill, primary, partner);
            await using var dying = await shop.StartWorkerAsync(primary: primary, partner: partner);
            await dying.KillAsync(held, primary, partner);
        }

        await using var worker = shop.StartJobs();
        await shop.SettledAsync();

        foreach (var order in orders)
            Assert.Equal(orders.IndexOf(order) < Orders / 2 ? "cancelled" : "paid", await Wares.StateAsync(fan, order));
        Assert.Equal(Orders / 2, await wares.LeftAsync());
        await shop.AssertBalanceAsync();
    }

    private static Task Hold(string place, int number, FaultyProxy primary, FaultyProxy partner) => place switch
    {
        "before-send" => primary.HoldRequest("FROM orders WHERE id = ", number),
        "before-asking" => partner.HoldRequest("POST /payments", number),
        "after-asking" => partner.HoldAnswer("POST /payments", number),
        "after-settling" => primary.HoldAnswer("INSERT INTO order_steps", number),
        "after-polling" => partner.HoldAnswer("GET /payments", number),
        _ => primary.HoldRequest("DELETE FROM outbox", number),
    };
}
