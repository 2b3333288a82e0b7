using System.Net;
using System.Net.Http.Json;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Orders;

/// <summary>The simulator keeps to what the shop relies on: one key, one payment, and a key that was closed stays closed.</summary>
[Collection(nameof(PaidShop))]
public sealed class PartnerTests(PaidShop shop)
{
    [Fact]
    public async Task One_key_is_one_payment_also_when_the_behaviour_changes()
    {
        await shop.BehaveAsync("""{"callbacks":0}""");
        var key = NewKey();

        var first = await ChargeAsync(key, 100);
        await shop.BehaveAsync("""{"outcome":"decline","callbacks":0}""");
        var again = await ChargeAsync(key, 100);
        var dearer = await shop.Partner.PostAsJsonAsync("/payments", new { key, amount = 101 }, TestContext.Current.CancellationToken);

        Assert.Equal(("approved", first.Body), (State(first), again.Body));
        Assert.Equal(HttpStatusCode.Conflict, dearer.StatusCode);
        await ReturnAsync(key);
    }

    [Fact]
    public async Task A_refund_is_final()
    {
        await shop.BehaveAsync("""{"callbacks":0}""");
        var (paid, never) = (NewKey(), NewKey());
        await ChargeAsync(paid, 100);

        List<string> paidBack = [State(await ReturnAsync(paid)), State(await ReturnAsync(paid)), State(await ChargeAsync(paid, 100))];
        List<string> neverPaid = [State(await ReturnAsync(never)), State(await ChargeAsync(never, 100))];

        Assert.Equal(["refunded", "refunded", "refunded"], paidBack);
        Assert.Equal(["closed", "closed"], neverPaid);
    }

    [Fact]
    public async Task A_payment_refunded_before_its_decision_is_never_decided()
    {
        await shop.BehaveAsync("""{"decideMilliseconds":3000,"callbacks":0}""");
        var (key, later) = (NewKey(), NewKey());

        Assert.Equal("pending", State(await ChargeAsync(key, 100)));
        Assert.Equal("closed", State(await ReturnAsync(key)));
        // One that is decided after it would have been.
        await ChargeAsync(later, 100);
        await Wait.UntilAsync("the payment is approved", async () => State(await FindAsync(later)) == "approved");
        Assert.Equal("closed", State(await FindAsync(key)));
        await ReturnAsync(later);
    }

    [Theory]
    [InlineData("""{"latencyMilliseconds":-1}""")]
    [InlineData("""{"callbacks":11}""")]
    [InlineData("""{"reply":"perhaps"}""")]
    [InlineData("""{"manners":"good"}""")]
    public async Task An_unknown_behaviour_is_rejected(string behaviour)
    {
        using var content = new StringContent(behaviour, System.Text.Encoding.UTF8, "application/json");

        Assert.Equal(HttpStatusCode.BadRequest, (await shop.Partner.PutAsync(new Uri("/control/payments", UriKind.Relative), content, TestContext.Current.CancellationToken)).StatusCode);
    }

    /// <summary>A number no order has: those are above.</summary>
    private static string NewKey() => $"9{Guid.NewGuid().GetHashCode() & int.MaxValue:D10}";

    private async Task<Answer> ChargeAsync(string key, long amount) => await Answer.ReadAsync(await shop.Partner.PostAsJsonAsync("/payments", new { key, amount }));

    private Task<Answer> FindAsync(string key) => shop.Partner.GetAnswerAsync($"/payments/{key}");

    private async Task<Answer> ReturnAsync(string key) => await Answer.ReadAsync(await shop.Partner.PostAsync(new Uri($"/payments/{key}/refund", UriKind.Relative), content: null));

    private static string State(Answer answer) => answer.Json.GetProperty("state").GetString()!;
}
