using System.Net;
using Xunit;

namespace Dugout.Features.Tests.FanEvents;

public sealed class CancelApplicationTests(Shop shop)
{
    [Fact]
    public async Task A_place_that_is_given_up_is_free_once_and_for_good()
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
    public async Task Who_leaves_the_line_lets_those_behind_come_closer_and_keeps_nobody_s_place()
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
    public async Task Nobody_cancels_what_is_somebody_else_s_or_was_never_there()
    {
        var fans = await shop.NextFansAsync(2);
        var stand = await EventStand.OpenAsync(shop, places: 1);
        await stand.ApplyAsync(fans[0]);

        var refused = await stand.CancelAsync(fans[1]);

        Assert.Equal((HttpStatusCode.NotFound, "no-such-application"), (refused.Status, refused.Code));
        await stand.AssertRowsAsync(1, 0);
    }

    [Fact]
    public async Task It_can_be_cancelled_also_when_applications_are_closed()
    {
        var fan = await shop.NextFanAsync();
        var stand = await EventStand.OpenAsync(shop, places: 1);
        await stand.ApplyAsync(fan);
        await shop.ChangeAsync("UPDATE fan_events SET applications_close_at = UTC_TIMESTAMP(6) WHERE id = @Id", new { stand.Id });

        Assert.Equal(HttpStatusCode.NoContent, (await stand.CancelAsync(fan)).Status);

        await stand.AssertRowsAsync(0, 0);
    }
}
