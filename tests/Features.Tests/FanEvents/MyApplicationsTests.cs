using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.FanEvents;

public sealed class MyApplicationsTests(Shop shop)
{
    [Fact]
    public async Task An_account_lists_its_own_applications_newest_first_in_pages_while_it_keeps_applying()
    {
        var fans = await shop.NextFansAsync(2);
        List<long> applied = [];
        for (var n = 0; n < 5; n++)
            applied.Add(await ApplyAsync());

        List<long> listed = [];
        for (var next = ""; next is not null;)
        {
            var page = (await fans[0].GetAsync(shop.Replicas[1], $"{EventStand.Mine}?limit=2{next}")).Json;
            Assert.InRange(page.GetProperty("items").GetArrayLength(), 1, 2);
            listed.AddRange(page.GetProperty("items").EnumerateArray().Select(one => one.GetProperty("eventId").GetInt64()));
            next = page.GetProperty("next").GetString() is { } cursor ? $"&after={cursor}" : null;
            await ApplyAsync();
        }

        applied.Reverse();
        Assert.Equal(applied, listed);

        async Task<long> ApplyAsync()
        {
            var stand = await EventStand.OpenAsync(shop, places: 2);
            await stand.ApplyAsync(fans[1]);
            await stand.ApplyAsync(fans[0]);
            return stand.Id;
        }
    }

    [Fact]
    public async Task An_application_shows_its_event_and_its_state()
    {
        var fans = await shop.NextFansAsync(2);
        var stand = await EventStand.OpenAsync(shop, places: 1);
        await stand.ApplyAsync(fans[1]);
        await stand.ApplyAsync(fans[0]);

        var waiting = await MineAsync();
        Assert.Equal(["eventId", "title", "venue", "startsAt", "state", "appliedAt", "confirmedAt", "cancelledAt"], waiting.EnumerateObject().Select(member => member.Name));
        Assert.Equal(("구장 투어", "잠실야구장", "waiting", JsonValueKind.Null), (Text("title"), Text("venue"), Text("state"), waiting.GetProperty("confirmedAt").ValueKind));
        Assert.Equal(DateTimeKind.Utc, waiting.GetProperty("startsAt").GetDateTime().Kind);

        await stand.CancelAsync(fans[1]);
        var confirmed = await MineAsync();
        Assert.Equal(("confirmed", DateTimeKind.Utc), (confirmed.GetProperty("state").GetString(), confirmed.GetProperty("confirmedAt").GetDateTime().Kind));

        await stand.CancelAsync(fans[0]);
        var cancelled = await MineAsync();
        Assert.Equal("cancelled", cancelled.GetProperty("state").GetString());
        Assert.Equal((JsonValueKind.String, JsonValueKind.String), (cancelled.GetProperty("confirmedAt").ValueKind, cancelled.GetProperty("cancelledAt").ValueKind));

        string? Text(string member) => waiting.GetProperty(member).GetString();

        async Task<JsonElement> MineAsync() => Assert.Single((await fans[0].GetAsync(shop.Replicas[1], EventStand.Mine)).Json.GetProperty("items").EnumerateArray());
    }

    [Fact]
    public async Task An_account_without_any_gets_an_empty_page()
    {
        var fan = await shop.NextFanAsync();

        var none = await fan.GetAsync(shop.Http, EventStand.Mine);

        Assert.Equal((HttpStatusCode.OK, 0, JsonValueKind.Null),
            (none.Status, none.Json.GetProperty("items").GetArrayLength(), none.Json.GetProperty("next").ValueKind));
    }
}
