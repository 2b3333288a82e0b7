using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Orders;

[Collection(nameof(PaidShop))]
public sealed class TakeCallbackTests(PaidShop shop)
{
    [Fact]
    public async Task Only_callbacks_signed_by_the_partner_are_accepted()
    {
        var (fan, order, wares) = await OrderAsync();
        var body = CallbackOf(order, "pay-x", Wares.Price, "approved");
        var other = CallbackOf(order, "pay-x", Wares.Price, "declined");

        foreach (var signature in (string?[])[null, "", "00", new string('0', 64), new string('x', 64), Signed(other), Signed(body) + "00"])
        {
            var refused = await SendAsync(body, signature);
            Assert.Equal((signature, HttpStatusCode.Unauthorized, "bad-signature"), (signature, refused.Status, refused.Code));
        }

        Assert.Equal("placed", await Wares.StateAsync(fan, order));
        await PutAwayAsync(fan, order, wares);
    }

    [Fact]
    public async Task An_approval_pays_once_however_often_and_at_whichever_replica_it_is_received()
    {
        var (fan, order, wares) = await OrderAsync();
        var body = CallbackOf(order, $"pay-{order}", Wares.Price, "approved");

        var answers = await Together.RunAsync(50, caller => SendAsync(body, Signed(body), shop.Replicas[caller % 2]));

        Assert.All(answers, answer => Assert.Equal((HttpStatusCode.NoContent, ""), (answer.Status, answer.Body)));
        Assert.Equal("paid", await Wares.StateAsync(fan, order));
        Assert.Equal("paid", await shop.QueryAsync<string>("SELECT GROUP_CONCAT(step) FROM order_steps WHERE order_id = @order", new { order }));
        await PutAwayAsync(fan, order, wares);
    }

    [Fact]
    public async Task A_decline_returns_the_stock_once_and_a_later_approval_is_refunded_once()
    {
        var (fan, order, wares) = await OrderAsync();
        var (declined, approved) = (CallbackOf(order, $"pay-{order}", Wares.Price, "declined"), CallbackOf(order, $"pay-{order}", Wares.Price, "approved"));

        await Together.RunAsync(50, caller => SendAsync(declined, Signed(declined), shop.Replicas[caller % 2]));
        Assert.Equal(("declined", 1, 0), (await Wares.StateAsync(fan, order), await wares.LeftAsync(), await RefundsAsync(order)));
        await Together.RunAsync(50, caller => SendAsync(approved, Signed(approved), shop.Replicas[caller % 2]));

        Assert.Equal(("declined", 1, 1), (await Wares.StateAsync(fan, order), await wares.LeftAsync(), await RefundsAsync(order)));
        await PutAwayAsync(fan, order, wares);
    }

    /// <summary>A payment of a wrong amount gets no goods and is refunded.</summary>
    [Theory]
    [InlineData(-1)]
    [InlineData(1)]
    public async Task An_approval_of_another_amount_declines_the_order_and_is_refunded_once(int more)
    {
        var (fan, order, wares) = await OrderAsync();
        var (other, right) = (CallbackOf(order, $"pay-{order}", Wares.Price + more, "approved"), CallbackOf(order, $"pay-{order}", Wares.Price, "approved"));

        var answers = await Together.RunAsync(50, caller => SendAsync(other, Signed(other), shop.Replicas[caller % 2]));
        var after = await SendAsync(right, Signed(right));

        Assert.All(answers.Append(after), answer => Assert.Equal((HttpStatusCode.NoContent, ""), (answer.Status, answer.Body)));
        Assert.Equal(("declined", 1, 1), (await Wares.StateAsync(fan, order), await wares.LeftAsync(), await RefundsAsync(order)));
        await PutAwayAsync(fan, order, wares);
    }

    [Fact]
    public async Task An_invalid_callback_changes_nothing()
    {
        var (fan, order, wares) = await OrderAsync();

        foreach (var (body, status, code) in ((string, HttpStatusCode, string)[])
        [
            (CallbackOf(1, "pay-x", Wares.Price, "approved"), HttpStatusCode.NotFound, "no-such-order"),
            (CallbackOf(order, "pay-x", Wares.Price, "perhaps"), HttpStatusCode.BadRequest, "invalid"),
            (CallbackOf(order, "", Wares.Price, "approved"), HttpStatusCode.BadRequest, "invalid"),
            ("{}", HttpStatusCode.BadRequest, "invalid"),
            ("", HttpStatusCode.BadRequest, "invalid"),
        ])
        {
            var refused = await SendAsync(body, Signed(body));
            Assert.Equal((body, status, code), (body, refused.Status, refused.Code));
        }

        Assert.Equal(("placed", 0), (await Wares.StateAsync(fan, order), await wares.LeftAsync()));
        await PutAwayAsync(fan, order, wares);
    }

    private async Task<(Fan Fan, long Order, Wares Wares)> OrderAsync()
    {
        var fan = await shop.NextFanAsync();
        var wares = await Wares.OfferAsync(shop, stock: 1);
        return (fan, (await wares.OrderAsync(fan)).Number("orderId"), wares);
    }

    /// <summary>The callbacks of this test are not payments of the partner, so their rows must not stay for tests that compare both.</summary>
    private static async Task PutAwayAsync(Fan fan, long order, Wares wares)
    {
        await Wares.CancelAsync(fan, order);
        Assert.Equal(1, await wares.LeftAsync());
    }

    private Task<long> RefundsAsync(long order) =>
        shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE topic = 'refund-wanted' AND ordered_by = @key", new { key = $"order:{order}" });

    private static string CallbackOf(long order, string paymentId, long amount, string state) => SignedCallback.Of(order, paymentId, amount, state);

    private string Signed(string body) => SignedCallback.Sign(shop, body);

    private Task<Answer> SendAsync(string body, string? signature, HttpClient? replica = null) => SignedCallback.SendAsync(replica ?? shop.Http, body, signature);
}
