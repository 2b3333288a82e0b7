using Dugout.Features.Tests.Shared;
using Xunit;

namespace Dugout.Features.Tests.Orders;

/// <summary>The worker is killed between any two steps of a payment, and the next one goes on: nobody pays twice, or for nothing. In debug builds only.</summary>
[Collection(nameof(PaidShop))]
public sealed class PaymentFailpoints(PaidShop shop) : IAsyncLifetime
{
    /// <summary>How a process ends that was killed: 128 and the signal's number.</summary>
    private const int Killed = 128 + 9;

    private const int Orders = 12;

    public async ValueTask InitializeAsync() => await shop.TidyAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    public static TheoryData<string, string> Places
    {
        get
        {
            var all = new TheoryData<string, string>();
            foreach (var place in (string[])["before-send", "after-asking", "after-send", "before-mark"])
            {
                all.Add(place, "{}");
                all.Add(place, """{"callbacks":0}""");
            }

            // Here it is the look after what is stuck that dies.
            all.Add("after-asking", """{"reply":"never","callbacks":0}""");
            return all;
        }
    }

    [Theory]
    [MemberData(nameof(Places))]
    public async Task Wherever_the_worker_is_killed_every_order_is_paid_once_or_paid_back(string place, string behaviour)
    {
        await shop.BehaveAsync(behaviour);
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: Orders);
        var orders = new List<long>();
        for (var n = 0; n < Orders; n++)
            orders.Add((await wares.OrderAsync(fan)).Number("orderId"));
        foreach (var order in orders.Take(Orders / 2))
            await Wares.CancelAsync(fan, order);

        for (var kill = 1; kill <= 2; kill++)
        {
            await using var dying = await shop.StartWorkerAsync($"{place}:{kill}");
            Assert.Equal(Killed, await dying.EndAsync().WaitAsync(OutboxRig.Patience));
        }

        await using var worker = await shop.StartWorkerAsync();
        await shop.SettledAsync();

        foreach (var order in orders)
            Assert.Equal(orders.IndexOf(order) < Orders / 2 ? "cancelled" : "paid", await Wares.StateAsync(fan, order));
        Assert.Equal(Orders / 2, await wares.LeftAsync());
        await shop.AssertBalanceAsync();
    }
}
