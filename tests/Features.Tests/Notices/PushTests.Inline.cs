using System.Net;
using System.Net.Http.Json;
using System.Text;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Notices;

/// <content>Pushes sent by the sign-in request, and the simulator.</content>
public sealed partial class PushTests
{
    /// <summary>As the load lab compares it: the request waits for the partner, or its process does, and what that doesn't take is lost.</summary>
    [Theory]
    [InlineData("push-inline", "push-token-exchange", 2)]
    [InlineData("push-inline", "push-token-file", 1)]
    [InlineData("push-pool", "push-token-cached", 1)]
    public async Task A_sign_in_can_push_inline(string delivery, string tokens, int exchanges)
    {
        var clock = new MovedClock();
        await using var replica = shop.Replica(("Notices:Partner", shop.Partner.BaseAddress!.ToString()), ("Notices:RemindSeconds", "60")).With(delivery, tokens).By(clock);
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        await fan.AgePasswordAsync();
        var device = Gadgets.NewToken();
        var before = (await CountsAsync()).Tokens;

        for (var times = 1; times <= 2; times++)
        {
            Assert.Equal(HttpStatusCode.OK, (await fan.TrySignInWithAsync(device, http)).Status);
            await Wait.UntilAsync("it is shown", async () => (await BookAsync(device)).Length == times);
            clock.Ahead += TimeSpan.FromSeconds(61); // It is reminded of again.
        }

        Assert.Equal(0, await fan.PushesWaitingAsync());
        Assert.Equal(exchanges, (await CountsAsync()).Tokens - before);
        // As the load lab reads it; the metric of the pool, which only this fault has, appears beside the product's.
        await Until.TrueAsync(() => http.GetAnswerAsync("/health/usage"), usage => usage.Json.GetProperty("notices") is var reported
            && reported.GetProperty("dugout.pushes.sent").GetInt64() >= 2 && (delivery != "push-pool" || reported.GetProperty("dugout.pushes.pool_depth").GetInt64() == 0));
    }

    [Fact]
    public async Task An_inline_push_that_the_partner_rejects_is_lost()
    {
        await using var replica = shop.Replica(("Notices:Partner", shop.Partner.BaseAddress!.ToString())).With("push-inline");
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        await fan.AgePasswordAsync();
        var device = Gadgets.NewToken();
        await shop.BehaveAsync("""{"failEvery":1}""", "push");

        Assert.Equal(HttpStatusCode.OK, (await fan.TrySignInWithAsync(device, http)).Status);
        await shop.BehaveAsync("{}", "push");
        Assert.Equal(HttpStatusCode.OK, (await fan.TrySignInWithAsync(device, http)).Status);

        Assert.Empty(await BookAsync(device));
        Assert.Equal(["password-old"], await fan.KindsAsync());
    }

    [Theory]
    [InlineData("""{"latencyMilliseconds":-1}""")]
    [InlineData("""{"tokenSeconds":0}""")]
    [InlineData("""{"manners":"good"}""")]
    public async Task An_unknown_behaviour_is_rejected(string behaviour)
    {
        using var content = new StringContent(behaviour, Encoding.UTF8, "application/json");

        Assert.Equal(HttpStatusCode.BadRequest, (await shop.Partner.PutAsync(new Uri("/control/push", UriKind.Relative), content, TestContext.Current.CancellationToken)).StatusCode);
    }

    [Fact]
    public async Task The_partner_shows_one_message_per_key()
    {
        var device = Gadgets.NewToken();
        foreach (var text in (string[])["one", "one", "two"])
        {
            using var taken = await shop.Partner.PostAsJsonAsync("/push/messages", new { key = $"{device}-{text}", deviceToken = device, title = "제목", text }, TestContext.Current.CancellationToken);
            Assert.Equal(HttpStatusCode.Accepted, taken.StatusCode);
        }

        Assert.Equal([("one", 2), ("two", 1)], (await BookAsync(device)).Select(shown => (shown.Text, shown.Asked)).Order());
    }
}
