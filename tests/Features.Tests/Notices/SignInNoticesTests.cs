using System.Net;
using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Notices;

/// <summary>The reminders of a sign-in. Alone, since it uses the events of today.</summary>
[Collection(nameof(Alone))]
public sealed class SignInNoticesTests(Shop shop)
{
    /// <summary>Of many fans, since it is seldom that two of ten meet where the server undoes one of them.</summary>
    [Fact]
    public async Task A_sign_in_reminds_once_of_each_of_a_hundred_events()
    {
        foreach (var fan in await shop.NextFansAsync(20))
        {
            await fan.ApplyForEventsTodayAsync(100);
            await fan.AgePasswordAsync();

            var answers = await Together.RunAsync(10, caller => Until.NotBusyAsync(() => fan.TrySignInWithAsync(Gadgets.NewToken(), shop.Replicas[caller % 2])));

            Assert.All(answers, answer => Assert.True(answer.Status == HttpStatusCode.OK, answer.Body));
            Assert.Equal(101, await shop.QueryAsync<long>("SELECT COUNT(*) FROM notices WHERE account_id = @Id", new { fan.Id }));
            Assert.Equal(101, await fan.PushesWaitingAsync());
            Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM notices WHERE account_id = @Id AND kind = 'password-old'", new { fan.Id }));
        }
    }

    /// <summary>Each transaction finds the notices it wrote by their time and the number of its batch: the time alone is not unique.</summary>
    [Fact]
    public async Task Sign_ins_in_the_same_microsecond_push_each_notice_once()
    {
        await using var replica = shop.Replica().By(new StoppedClock());
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        await fan.AgePasswordAsync();

        for (var times = 1; times <= 2; times++)
            Assert.Equal(HttpStatusCode.OK, (await fan.TrySignInWithAsync(Gadgets.NewToken(), http)).Status);

        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM notices WHERE account_id = @Id", new { fan.Id }));
        Assert.Equal(1, await fan.PushesWaitingAsync());
    }

    /// <summary>Counted on the wire: the statements of a sign-in do not depend on the number of notices.</summary>
    [Fact]
    public async Task A_sign_in_costs_the_same_with_a_hundred_events_as_with_one_or_none()
    {
        await using var bill = new Bill(shop);
        var fans = await shop.NextFansAsync(4);
        await fans[1].ApplyForEventsTodayAsync(1);
        await fans[2].ApplyForEventsTodayAsync(100);
        await fans[3].AgePasswordAsync();
        // The first has it looked, beside, whether pushes have room; when the second is done that is known.
        var guest = await shop.NextFanAsync();
        for (var times = 1; times <= 2; times++)
            await guest.TrySignInWithAsync(Gadgets.NewToken(), bill.Http);

        foreach (var fan in fans)
            await bill.AddAsync("sign in", () => fan.TrySignInWithAsync(Gadgets.NewToken(), bill.Http));

        TestContext.Current.SendDiagnosticMessage($"A sign-in with a device: {bill.Costs[0]}");
        Assert.All(bill.Costs, cost => Assert.Equal(bill.Costs[0], cost));
        Assert.Equal(100, await shop.QueryAsync<long>("SELECT COUNT(*) FROM notices WHERE account_id = @Id", new { fans[2].Id }));
    }

    /// <summary>The time of day stands still; timers go on.</summary>
    private sealed class StoppedClock : TimeProvider
    {
        private readonly DateTimeOffset _now = DateTimeOffset.UtcNow;

        public override DateTimeOffset GetUtcNow() => _now;
    }
}
