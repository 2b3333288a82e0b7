using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.FanEvents;

public sealed class ApplyForEventTests(Shop shop)
{
    private const string Nowhere = "Server=127.0.0.1;Port=9;User ID=app;Password=x;Database=dugout";

    [Fact]
    public async Task A_confirmed_application_is_visible_at_once_on_every_replica()
    {
        var fan = await shop.NextFanAsync();
        var stand = await EventStand.OpenAsync(shop, places: 3);

        var applied = await stand.ApplyAsync(fan, shop.Replicas[1]);

        Assert.Equal(HttpStatusCode.Created, applied.Status);
        Assert.Equal(["eventId", "state", "appliedAt"], applied.Json.EnumerateObject().Select(member => member.Name));
        Assert.Equal((stand.Id, "confirmed"), (applied.Number("eventId"), applied.Json.GetProperty("state").GetString()));
        foreach (var replica in shop.Replicas)
        {
            var mine = Assert.Single((await fan.GetAsync(replica, EventStand.Mine)).Json.GetProperty("items").EnumerateArray());
            Assert.Equal((stand.Id, "confirmed"), (mine.GetProperty("eventId").GetInt64(), mine.GetProperty("state").GetString()));
            Assert.Equal(applied.Json.GetProperty("appliedAt").GetString(), mine.GetProperty("appliedAt").GetString());
            var places = await replica.GetAnswerAsync($"{stand.Path}/places");
            Assert.Equal(["eventId", "places", "remaining", "waiting"], places.Json.EnumerateObject().Select(member => member.Name));
            Assert.Equal((3, 2, 0), (places.Number("places"), places.Number("remaining"), places.Number("waiting")));
        }
    }

    [Fact]
    public async Task An_application_to_a_full_event_joins_the_end_of_the_waiting_list()
    {
        var fans = await shop.NextFansAsync(4);
        var stand = await EventStand.OpenAsync(shop, places: 1);

        List<string?> states = [];
        foreach (var fan in fans)
            states.Add((await stand.ApplyAsync(fan)).Json.GetProperty("state").GetString());

        Assert.Equal(["confirmed", "waiting", "waiting", "waiting"], states);
        Assert.Equal(3, (await shop.Replicas[1].GetAnswerAsync($"{stand.Path}/places")).Number("waiting"));
        foreach (var next in (int[])[1, 2, 3])
        {
            Assert.Equal(HttpStatusCode.NoContent, (await stand.CancelAsync(fans[next - 1])).Status);
            Assert.Equal("confirmed", await stand.StateOfAsync(fans[next]));
            await stand.AssertRowsAsync(1, 3 - next);
        }
    }

    [Fact]
    public async Task A_repeat_gets_the_same_bytes_whatever_the_state_of_the_application()
    {
        var fans = await shop.NextFansAsync(2);
        var stand = await EventStand.OpenAsync(shop, places: 1);
        var first = await stand.ApplyAsync(fans[0], "key-1");
        var second = await stand.ApplyAsync(fans[1], "key-2");
        Assert.Equal("waiting", second.Json.GetProperty("state").GetString());

        await AssertRepeatedAsync();
        await stand.CancelAsync(fans[0]);
        await AssertRepeatedAsync();
        await shop.ChangeAsync("UPDATE fan_events SET applications_close_at = UTC_TIMESTAMP(6) WHERE id = @Id", new { stand.Id });
        await AssertRepeatedAsync();
        await stand.AssertRowsAsync(1, 0);

        async Task AssertRepeatedAsync()
        {
            foreach (var replica in shop.Replicas)
            {
                Assert.Equal((first.Status, first.Body), ((await stand.ApplyAsync(fans[0], replica, "key-1")).Status, (await stand.ApplyAsync(fans[0], replica, "key-1")).Body));
                Assert.Equal(second.Body, (await stand.ApplyAsync(fans[1], replica, "key-2")).Body);
            }
        }
    }

    [Fact]
    public async Task Repeated_cancelled_and_late_applications_get_their_own_errors()
    {
        var fans = await shop.NextFansAsync(3);
        var stand = await EventStand.OpenAsync(shop, places: 1, hasWaitingList: false);
        await stand.ApplyAsync(fans[0]);

        foreach (var replica in shop.Replicas)
        {
            AssertRefused("already-applied", await stand.ApplyAsync(fans[0], replica));
            AssertRefused("event-full", await stand.ApplyAsync(fans[1], replica));
        }

        await stand.CancelAsync(fans[0]);
        AssertRefused("already-cancelled", await stand.ApplyAsync(fans[0]));
        await stand.AssertRowsAsync(0, 0);
        Assert.Equal("confirmed", (await stand.ApplyAsync(fans[1])).Json.GetProperty("state").GetString());
    }

    [Theory]
    [InlineData(1, 2, "applications-not-open")]
    [InlineData(-2, -1, "applications-closed")]
    public async Task Applications_are_rejected_outside_their_period(int opensInHours, int closesInHours, string code)
    {
        var fan = await shop.NextFanAsync();
        var stand = await EventStand.OpenAsync(shop, places: 3, opensInHours: opensInHours, closesInHours: closesInHours);

        AssertRefused(code, await stand.ApplyAsync(fan));

        await stand.AssertRowsAsync(0, 0);
    }

    [Fact]
    public async Task All_seeded_events_except_the_first_two_are_open()
    {
        var fan = await shop.NextFanAsync();

        foreach (var (id, code) in ((long, string?)[])[(1, "applications-not-open"), (2, "applications-closed"), (4, null)])
            Assert.Equal(code, (await new EventStand(shop, id, default).ApplyAsync(fan)).Code);
    }

    [Fact]
    public async Task An_unknown_event_is_not_found()
    {
        var fan = await shop.NextFanAsync();

        foreach (var id in (long[])[0, -1, 999_999_999_999])
        {
            var stand = new EventStand(shop, id, default);
            foreach (var refused in (Answer[])[await stand.ApplyAsync(fan), await stand.CancelAsync(fan), await shop.Http.GetAnswerAsync(stand.Path), await shop.Http.GetAnswerAsync($"{stand.Path}/places")])
                Assert.Equal((HttpStatusCode.NotFound, "no-such-event"), (refused.Status, refused.Code));
        }
    }

    [Fact]
    public async Task An_application_needs_an_idempotency_key_that_no_other_request_used()
    {
        var fan = await shop.NextFanAsync();
        var (one, other) = (await EventStand.OpenAsync(shop, places: 1), await EventStand.OpenAsync(shop, places: 1));
        await one.ApplyAsync(fan, "used");

        var keyless = await fan.SendAsync(shop.Http, HttpMethod.Post, $"{other.Path}/applications");
        var reused = await other.ApplyAsync(fan, "used");

        Assert.Equal((HttpStatusCode.BadRequest, "idempotency-key-missing"), (keyless.Status, keyless.Code));
        Assert.Equal((HttpStatusCode.UnprocessableEntity, "idempotency-key-reused"), (reused.Status, reused.Code));
        Assert.Equal(HttpStatusCode.Created, (await other.ApplyAsync(fan)).Status);
    }

    /// <summary>Rejections are 4xx and faults 5xx.</summary>
    [Fact]
    public async Task Without_the_primary_applications_return_busy()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Primary", Nowhere));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var stand = await EventStand.OpenAsync(shop, places: 1);

        foreach (var answer in (Answer[])
            [await stand.ApplyAsync(fan, http), await stand.CancelAsync(fan, http), await fan.GetAsync(http, EventStand.Mine), await http.GetAnswerAsync($"{stand.Path}/places")])
            Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (answer.Status, answer.Code));
    }

    [Theory]
    [InlineData(LinkFault.Reset)]
    [InlineData(LinkFault.BlackHole)]
    public async Task When_the_primary_stops_during_an_application_the_outcome_is_unknown_and_its_repeat_resolves_it(LinkFault fault)
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary), ("Limits:DeadlineMilliseconds", "3000"), ("Database:ConnectSeconds", "2")]);
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var stand = await EventStand.OpenAsync(shop, places: 2);
        Assert.Equal(HttpStatusCode.Created, (await stand.InsistAsync(fans[0], http)).Status);

        primary.Suffer(fault);
        var lost = await stand.ApplyAsync(fans[1], http, "unknown");
        primary.Suffer(LinkFault.None);

        Assert.InRange((int)lost.Status, 500, 599);
        Assert.Equal(HttpStatusCode.Created, (await stand.InsistAsync(fans[1], http, "unknown")).Status);
        await stand.AssertRowsAsync(2, 0);
    }

    private static void AssertRefused(string code, Answer refused) => Assert.Equal((HttpStatusCode.Conflict, code), (refused.Status, refused.Code));
}
