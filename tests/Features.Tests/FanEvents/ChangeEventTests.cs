using System.Net;
using System.Text;
using System.Text.Json;
using Dapper;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.FanEvents;

/// <summary>Operators make and change events, and no act of theirs is without its record.</summary>
public sealed class ChangeEventTests(Shop shop)
{
    [Fact]
    public async Task An_event_is_created_as_requested_and_accepts_applications()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var day = EventStand.NextDay();

        var made = await by.PostAsync(shop.Http, "/api/admin/events", Events.Wanted(day));

        Assert.Equal(HttpStatusCode.Created, made.Status);
        Assert.Equal(["eventId", "event"], made.Json.EnumerateObject().Select(member => member.Name));
        Assert.Equal(
            ["title", "description", "venue", "district", "category", "startsAt", "applicationsOpenAt", "applicationsCloseAt", "places"],
            made.Json.GetProperty("event").EnumerateObject().Select(member => member.Name));
        var stand = new EventStand(shop, made.Number("eventId"), day);
        var shown = await Until.TrueAsync(() => shop.Replicas[1].GetAnswerAsync(stand.Path), answer => answer.Status == HttpStatusCode.OK);
        Assert.Equal(("팬 사인회", "daegu", 2, true), (
            shown.Json.GetProperty("event").GetProperty("title").GetString(), shown.Json.GetProperty("event").GetProperty("district").GetProperty("code").GetString(),
            shown.Json.GetProperty("event").GetProperty("places").GetInt32(), shown.Json.GetProperty("event").GetProperty("hasWaitingList").GetBoolean()));
        Assert.Equal("confirmed", (await stand.ApplyAsync(fan)).Json.GetProperty("state").GetString());
        var act = Assert.Single(await ActsAsync(by));
        Assert.Equal(("create-event", JsonValueKind.Null, stand.Id), (act.GetProperty("act").GetString(), act.GetProperty("before").ValueKind, act.GetProperty("after").GetProperty("eventId").GetInt64()));
    }

    [Fact]
    public async Task Additional_places_go_to_the_longest_waiting_applications_at_once()
    {
        var by = await shop.NextOperatorAsync();
        var fans = await shop.NextFansAsync(5);
        var stand = await EventStand.OpenAsync(shop, places: 1);
        foreach (var fan in fans)
            await stand.ApplyAsync(fan);

        Assert.Equal(HttpStatusCode.OK, (await ChangeAsync(by, stand, new { places = 3 })).Status);
        await stand.AssertRowsAsync(3, 2);
        List<string?> states = [.. await Task.WhenAll(fans.Select(stand.StateOfAsync))];
        Assert.Equal(["confirmed", "confirmed", "confirmed", "waiting", "waiting"], states);

        Assert.Equal(HttpStatusCode.OK, (await ChangeAsync(by, stand, new { places = 9 })).Status);
        await stand.AssertRowsAsync(5, 0);
        Assert.Equal(4, (await shop.Replicas[1].GetAnswerAsync($"{stand.Path}/places")).Number("remaining"));
    }

    [Fact]
    public async Task Only_free_places_can_be_removed()
    {
        var by = await shop.NextOperatorAsync();
        var fans = await shop.NextFansAsync(3);
        var stand = await EventStand.OpenAsync(shop, places: 5);
        foreach (var fan in fans.Take(2))
            await stand.ApplyAsync(fan);

        var refused = await ChangeAsync(by, stand, new { places = 1 });
        Assert.Equal((HttpStatusCode.Conflict, "places-taken"), (refused.Status, refused.Code));
        Assert.Equal(HttpStatusCode.OK, (await ChangeAsync(by, stand, new { places = 2 })).Status);

        Assert.Equal("waiting", (await stand.ApplyAsync(fans[2])).Json.GetProperty("state").GetString());
        await stand.AssertRowsAsync(2, 1);
        var act = Assert.Single(await ActsAsync(by));
        Assert.Equal((5, 2), (PlacesOf(act, "before"), PlacesOf(act, "after")));
    }

    [Fact]
    public async Task Applications_can_be_closed_and_opened_again()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var stand = await EventStand.OpenAsync(shop, places: 5);

        await ChangeAsync(by, stand, new { applicationsOpenAt = "2026-01-01T00:00:00Z", applicationsCloseAt = "2026-01-02T00:00:00Z" });
        Assert.Equal("applications-closed", (await stand.ApplyAsync(fan)).Code);
        await ChangeAsync(by, stand, new { applicationsCloseAt = "2039-01-01T00:00:00Z" });

        Assert.Equal(HttpStatusCode.Created, (await stand.ApplyAsync(fan)).Status);
    }

    [Theory]
    [InlineData("{}", "body")]
    [InlineData("""{"title":null}""", "title")]
    [InlineData("""{"title":" "}""", "title")]
    [InlineData("""{"description":""}""", "description")]
    [InlineData("""{"venue":""}""", "venue")]
    [InlineData("""{"district":"Seoul"}""", "district")]
    [InlineData("""{"category":"x"}""", "category")]
    [InlineData("""{"places":0}""", "places")]
    [InlineData("""{"places":100001}""", "places")]
    [InlineData("""{"places":"1"}""", "places")]
    [InlineData("""{"applicationsOpenAt":"2039-01-01T00:00:00Z"}""", "applicationsCloseAt")]
    [InlineData("""{"applicationsCloseAt":"2099-01-01T00:00:00Z"}""", "applicationsCloseAt")]
    [InlineData("""{"startsAt":"2026-01-01T00:00:00"}""", "startsAt")]
    [InlineData("""{"taken":0}""", "taken")]
    [InlineData("""{"hasWaitingList":false}""", "hasWaitingList")]
    public async Task An_invalid_change_is_rejected_and_changes_nothing(string body, string field)
    {
        var by = await shop.NextOperatorAsync();
        var stand = await EventStand.OpenAsync(shop, places: 5);

        var refused = await by.SendAsync(shop.Http, HttpMethod.Patch, $"/api/admin/events/{stand.Id}", new StringContent(body, Encoding.UTF8, "application/json"));

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.Equal(field, Assert.Single(refused.Json.GetProperty("errors").EnumerateObject()).Name);
        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM operator_acts WHERE account_id = @Id", new { by.Id }));
    }

    [Fact]
    public async Task An_invalid_event_is_not_created_and_an_unknown_one_not_changed()
    {
        var by = await shop.NextOperatorAsync();
        var day = EventStand.NextDay();

        foreach (var (wanted, field) in ((object, string)[])
            [(Events.Wanted(day, district: "pyongyang"), "district"), (Events.Wanted(day, title: new string('가', 101)), "title"), (Events.Wanted(day, places: 0), "places"),
             (Events.Wanted(day, closesAt: "2026-01-01T00:00:00Z"), "applicationsCloseAt")])
        {
            var refused = await by.PostAsync(shop.Http, "/api/admin/events", wanted);
            Assert.Equal((HttpStatusCode.BadRequest, field), (refused.Status, Assert.Single(refused.Json.GetProperty("errors").EnumerateObject()).Name));
        }

        var missing = await by.PatchAsync(shop.Http, "/api/admin/events/999999999", new { places = 1 });
        Assert.Equal((HttpStatusCode.NotFound, "no-such-event"), (missing.Status, missing.Code));
        Assert.Empty(await ActsAsync(by));
    }

    /// <summary>Each act names the state it found, and that is the state the act before it left.</summary>
    [Fact]
    public async Task The_audit_records_of_fifty_concurrent_changes_form_one_chain()
    {
        var by = await shop.NextOperatorAsync();
        var stand = await EventStand.OpenAsync(shop, places: 5);

        var answers = await Together.RunAsync(50, caller => Until.AnsweredAsync(
            () => by.PatchAsync(shop.Replicas[caller % shop.Replicas.Count], $"/api/admin/events/{stand.Id}", new { places = 10 + caller })));

        Assert.All(answers, answer => Assert.Equal(HttpStatusCode.OK, answer.Status));
        var acts = (await ActsAsync(by)).AsEnumerable().Reverse().ToList();
        Assert.Equal(50, acts.Count);
        Assert.Equal([5, .. acts.SkipLast(1).Select(act => PlacesOf(act, "after"))], acts.Select(act => PlacesOf(act, "before")));
        Assert.Equal(Enumerable.Range(10, 50), acts.Select(act => PlacesOf(act, "after")).Order());
    }

    private static int PlacesOf(JsonElement act, string state) => act.GetProperty(state).GetProperty("event").GetProperty("places").GetInt32();

    private Task<Answer> ChangeAsync(Fan by, EventStand stand, object change) => by.PatchAsync(shop.Http, $"/api/admin/events/{stand.Id}", change);

    /// <summary>The acts of a new operator, the last first.</summary>
    private async Task<List<JsonElement>> ActsAsync(Fan by)
    {
        await using var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.Checks));
        var rows = await connection.QueryAsync<(string Act, string? Before, string After)>(
            "SELECT act, state_before, state_after FROM operator_acts WHERE account_id = @Id ORDER BY id DESC", new { by.Id });
        return [.. rows.Select(row => JsonDocument.Parse($$"""{"act":"{{row.Act}}","before":{{row.Before ?? "null"}},"after":{{row.After}}}""").RootElement)];
    }
}
