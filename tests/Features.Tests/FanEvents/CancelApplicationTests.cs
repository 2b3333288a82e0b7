using System.Net;
using Xunit;

namespace Dugout.Features.Tests.FanEvents;

public sealed class CancelApplicationTests(Shop shop)
{
    [Fact]
    public async Task A_cancelled_place_becomes_free_once()
    {
        var fan = await shop.NextFanAsync();
        var stand = await EventStand.OpenAsync(shop, places: 2);
        await stand.ApplyAsync(fan);

        var cancelled = await stand.CancelAsync(fan, shop.Replicas[1]);

        Assert.Equal((HttpStatusCode.NoContent, ""), (cancelled.Status, cancelled.Body));
        Assert.True(cancelled.Headers.Contains("X-Consistency-Token"));
        foreach (var replica in shop.Replicas)
        {
            var again = await stand.CancelAsync(fan, replica);
            Assert.Equal((HttpStatusCode.Conflict, "already-cancelled"), (again.Status, again.Code));
            Assert.Equal(2, (await replica.GetAnswerAsync($"{stand.Path}/places")).Number("remaining"));
        }

        await stand.AssertRowsAsync(0, 0);
    }

    [Fact]
    public async Task Leaving_the_waiting_list_moves_later_applications_up_and_frees_no_place()
    {
        var fans = await shop.NextFansAsync(4);
        var stand = await EventStand.OpenAsync(shop, places: 1);
        foreach (var fan in fans)
            await stand.ApplyAsync(fan);

        await stand.CancelAsync(fans[1]);
        await stand.AssertRowsAsync(1, 2);
        await stand.CancelAsync(fans[0]);

        Assert.Equal(("cancelled", "cancelled", "confirmed", "waiting"), (
            await stand.StateOfAsync(fans[0]), await stand.StateOfAsync(fans[1]), await stand.StateOfAsync(fans[2]), await stand.StateOfAsync(fans[3])));
        await stand.AssertRowsAsync(1, 1);
    }

    [Fact]
    public async Task Other_accounts_and_unknown_applications_cannot_be_cancelled()
    {
        var fans = await shop.NextFansAsync(2);
        var stand = await EventStand.OpenAsync(shop, places: 1);
        await stand.ApplyAsync(fans[0]);

        var refused = await stand.CancelAsync(fans[1]);

        Assert.Equal((HttpStatusCode.NotFound, "no-such-application"), (refused.Status, refused.Code));
        await stand.AssertRowsAsync(1, 0);
    }

    [Fact]
    public async Task An_application_can_be_cancelled_after_applications_closed()
    {
        var fan = await shop.NextFanAsync();
        var stand = await EventStand.OpenAsync(shop, places: 1);
        await stand.ApplyAsync(fan);
        await shop.ChangeAsync("UPDATE fan_events SET applications_close_at = UTC_TIMESTAMP(6) WHERE id = @Id", new { stand.Id });

        Assert.Equal(HttpStatusCode.NoContent, (await stand.CancelAsync(fan)).Status);

        await stand.AssertRowsAsync(0, 0);
    }
}
