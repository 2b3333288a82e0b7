using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Dugout.Load.Running;
using Dugout.Load.Scenarios;
using Xunit;

namespace Dugout.Load.Tests.Checks;

public sealed class NoticeCheckTests : IAsyncLifetime
{
    private static readonly DateTime Noon = new(2027, 4, 1, 12, 0, 0, DateTimeKind.Utc);
    private static readonly FansDevice One = new("fan1@dugout.test", "load:fan1@dugout.test", Noon);
    private static readonly FansDevice Two = new("fan2@dugout.test", "load:fan2@dugout.test", Noon);

    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public async Task Pushes_before_the_run_do_not_count()
    {
        _shop.HasPushPartner = true;
        using var shop = new ShopClient(new Uri(_shop.Address));
        using var partner = new PushPartner(Running());
        await shop.SignInAsync(One.Email, "", One.Token);
        var check = new NoticeCheck(_shop, partner.PushedAsync);
        Assert.True(await check.BeginAsync());
        var since = DateTime.UtcNow;

        await shop.SignInAsync(Two.Email, "", Two.Token);
        var (balance, _) = await check.RunAsync([One with { Since = since }, Two with { Since = since }], since, TestContext.Current.CancellationToken);

        Assert.Equal((2, 2, 0, 0), (balance.Made, balance.Pushed, balance.Missing.Count, balance.Twice.Count));
    }

    [Fact]
    public async Task A_missing_push_is_waited_for_and_then_reported()
    {
        (_shop.HasPushPartner, _shop.NoticesPushed) = (true, 1);
        using var shop = new ShopClient(new Uri(_shop.Address));
        using var partner = new PushPartner(Running());
        var check = new NoticeCheck(_shop, partner.PushedAsync, TimeSpan.FromMilliseconds(100));
        await check.BeginAsync();
        var since = DateTime.UtcNow;

        await shop.SignInAsync(One.Email, "", One.Token);
        var (balance, _) = await check.RunAsync([One with { Since = since }], since, TestContext.Current.CancellationToken);

        Assert.Equal((2, 1, 1), (balance.Made, balance.Pushed, balance.Missing.Count));
    }

    [Fact]
    public async Task Without_a_push_partner_notices_are_not_tracked_and_no_delay_can_be_set()
    {
        using var partner = new PushPartner(Running());

        Assert.False(await new NoticeCheck(_shop, partner.PushedAsync).BeginAsync());
        Assert.Equal("the system has no partners to push notices", (await Assert.ThrowsAsync<NoSystemException>(() => partner.SetDelayAsync(200))).Message);
    }

    [Fact]
    public async Task The_partner_gets_the_push_delay()
    {
        _shop.HasPushPartner = true;
        using var partner = new PushPartner(Running());

        await partner.SetDelayAsync(200);

        Assert.Equal("""{"latencyMilliseconds":200,"tokenMilliseconds":200}""", Assert.Single(_shop.PushTold));
    }

    private AppHostFile Running() => RunningSystem.Find(_shop.AppHostFile()).Contents;
}
