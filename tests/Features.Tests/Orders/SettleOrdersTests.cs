using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Orders;

/// <summary>The job that looks after what is stuck; what it does with a partner of every kind is in <see cref="PaymentTests"/>.</summary>
[Collection(nameof(PaidShop))]
public sealed class SettleOrdersTests(PaidShop shop) : IAsyncLifetime
{
    public async ValueTask InitializeAsync() => await shop.TidyAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <summary>Its goods cannot be returned, since the supply is no longer that large: the check constraint rejects it.</summary>
    [Fact]
    public async Task An_order_that_cannot_be_settled_blocks_no_other()
    {
        await shop.BehaveAsync("""{"reply":"later","decideMilliseconds":600000}""");
        var fan = await shop.NextFanAsync();
        var (lost, sound) = (await Wares.OfferAsync(shop, stock: 1), await Wares.OfferAsync(shop, stock: 1));
        var first = (await lost.OrderAsync(fan)).Number("orderId");
        var second = (await sound.OrderAsync(fan)).Number("orderId");
        await SupplyAsync(lost, 0);
        await using var worker = shop.StartJobs(giveUpSeconds: 2);

        await Wait.UntilAsync("the order is declined", async () => await Wares.StateAsync(fan, second) == "declined");
        Assert.Equal(("placed", 0), (await Wares.StateAsync(fan, first), await lost.LeftAsync()));
        await SupplyAsync(lost, 1);
        await shop.SettledAsync();

        Assert.Equal(("declined", 1, 1), (await Wares.StateAsync(fan, first), await lost.LeftAsync(), await sound.LeftAsync()));
        await shop.AssertBalanceAsync();
    }

    private Task SupplyAsync(Wares wares, int supplied) =>
        shop.ChangeAsync("UPDATE product_stock SET supplied = @supplied WHERE product_id = @id", new { supplied, id = wares.Ids[0] });
}
