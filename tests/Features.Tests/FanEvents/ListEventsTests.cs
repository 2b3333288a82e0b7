using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.FanEvents;

/// <summary>Each test has its own days without other events.</summary>
public sealed class ListEventsTests(Shop shop)
{
    [Fact]
    public async Task A_listed_event_has_no_live_data()
    {
        var stand = await EventStand.OpenAsync(shop, places: 7, hasWaitingList: false, district: "busan", category: "clinic");
        await EventStand.CaughtUpAsync(shop);

        var item = Assert.Single(await ItemsAsync($"from={EventStand.Text(stand.Day)}&to={EventStand.Text(stand.Day)}"));
        var shown = (await shop.Replicas[1].GetAnswerAsync(stand.Path)).Json;

        Assert.Equal(["eventId", "title", "venue", "district", "category", "startsAt", "applicationsOpenAt", "applicationsCloseAt", "places", "hasWaitingList"],
            item.EnumerateObject().Select(member => member.Name));
        Assert.Equal(("busan", "부산"), (item.GetProperty("district").GetProperty("code").GetString(), item.GetProperty("district").GetProperty("name").GetString()));
        Assert.Equal(("clinic", "야구 교실"), (item.GetProperty("category").GetProperty("code").GetString(), item.GetProperty("category").GetProperty("name").GetString()));
        Assert.Equal((7, false, DateTimeKind.Utc), (item.GetProperty("places").GetInt32(), item.GetProperty("hasWaitingList").GetBoolean(), item.GetProperty("startsAt").GetDateTime().Kind));
        Assert.Equal(["event", "description"], shown.EnumerateObject().Select(member => member.Name));
        Assert.Equal((item.GetRawText(), "더그아웃까지 들어가 봅니다."), (shown.GetProperty("event").GetRawText(), shown.GetProperty("description").GetString()));
    }

    [Fact]
    public async Task Filters_return_exactly_the_matching_events()
    {
        var day = EventStand.NextDay();
        Dictionary<(string District, string Category), long> made = [];
        foreach (var district in (string[])["seoul", "busan"])
        {
            foreach (var category in (string[])["tour", "clinic"])
                made[(district, category)] = (await EventStand.OpenAsync(shop, places: 1, day: day, district: district, category: category)).Id;
        }

        await EventStand.CaughtUpAsync(shop);

        foreach (var district in (string?[])[null, "seoul", "busan", "daegu"])
        {
            foreach (var category in (string?[])[null, "tour", "clinic", "meeting"])
            {
                var found = await ListAsync(Of(day, day) + (district is null ? "" : $"&district={district}") + (category is null ? "" : $"&category={category}"));
                Assert.Equal(made.Where(one => (district ?? one.Key.District) == one.Key.District && (category ?? one.Key.Category) == one.Key.Category).Select(one => one.Value), found);
            }
        }
    }

    [Fact]
    public async Task Days_are_Korean_and_both_ends_are_inclusive()
    {
        var day = EventStand.NextDay();
        var early = (await EventStand.OpenAsync(shop, places: 1, day: day, hour: 0)).Id;
        var late = (await EventStand.OpenAsync(shop, places: 1, day: day, hour: 23)).Id;
        await EventStand.CaughtUpAsync(shop);

        Assert.Equal([early, late], await ListAsync(Of(day, day)));
        Assert.Equal([early, late], (await ListAsync(Of(day.AddDays(-1), day.AddDays(1)))).Where(id => id == early || id == late));
        Assert.DoesNotContain(early, await ListAsync(Of(day.AddDays(-1), day.AddDays(-1))));
        Assert.DoesNotContain(late, await ListAsync(Of(day.AddDays(1), day.AddDays(1))));
    }

    [Fact]
    public async Task Without_days_the_list_begins_today()
    {
        var past = await EventStand.OpenAsync(shop, places: 1, opensInHours: -99, closesInHours: -98, day: DateOnly.FromDateTime(DateTime.UtcNow.AddHours(9)).AddDays(-1));
        await EventStand.CaughtUpAsync(shop);

        var listed = await ItemsAsync("limit=100");

        Assert.NotEmpty(listed);
        Assert.DoesNotContain(past.Id, listed.Select(IdOf));
        Assert.Equal(listed.OrderBy(item => item.GetProperty("startsAt").GetDateTime()).ThenBy(IdOf).Select(IdOf), listed.Select(IdOf));
        Assert.Equal(Enumerable.Range(1, 48).Select(id => (long)id), listed.Select(IdOf).Where(id => id <= 48));
    }

    /// <summary>Events of one moment, too, among which ids decide.</summary>
    [Fact]
    public async Task No_event_is_skipped_or_repeated_while_events_are_created()
    {
        var day = EventStand.NextDay();
        List<long> made = [];
        for (var n = 0; n < 9; n++)
            made.Add((await EventStand.OpenAsync(shop, places: 1, day: day, hour: 10 + (n / 3))).Id);
        await EventStand.CaughtUpAsync(shop);

        List<long> listed = [];
        var page = 0;
        for (var next = ""; next is not null;)
        {
            Assert.InRange(page, 0, 100);
            var answer = (await shop.Replicas[page++ % 2].GetAnswerAsync($"/api/events?{Of(day, day)}&limit=2{next}")).Json;
            listed.AddRange(answer.GetProperty("items").EnumerateArray().Select(IdOf));
            next = answer.GetProperty("next").GetString() is { } cursor ? $"&after={cursor}" : null;
            await EventStand.OpenAsync(shop, places: 1, day: day, hour: 9);
            await EventStand.OpenAsync(shop, places: 1, day: day, hour: 11);
            await EventStand.CaughtUpAsync(shop);
        }

        Assert.Distinct(listed);
        Assert.Equal(made, listed.Where(made.Contains));
    }

    [Theory]
    [InlineData("district=Seoul", "district")]
    [InlineData("district=", "district")]
    [InlineData("category=baseball", "category")]
    [InlineData("from=2027-4-1", "from")]
    [InlineData("from=0001-01-01", "from")]
    [InlineData("to=9999-12-31", "to")]
    [InlineData("to=2027-02-30", "to")]
    [InlineData("to=2000-01-01", "to")]
    [InlineData("from=2027-04-02&to=2027-04-01", "to")]
    [InlineData("limit=0", "limit")]
    [InlineData("limit=101", "limit")]
    [InlineData("after=AAAA", "after")]
    public async Task An_invalid_parameter_is_rejected_with_its_name(string query, string field)
    {
        var answer = await shop.Http.GetAnswerAsync($"/api/events?{query}");

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (answer.Status, answer.Code));
        Assert.True(answer.Json.GetProperty("errors").TryGetProperty(field, out _), answer.Body);
    }

    private static string Of(DateOnly from, DateOnly to) => $"from={EventStand.Text(from)}&to={EventStand.Text(to)}";

    private static long IdOf(JsonElement item) => item.GetProperty("eventId").GetInt64();

    private async Task<List<JsonElement>> ItemsAsync(string query) => [.. (await shop.Http.GetAnswerAsync($"/api/events?{query}")).Json.GetProperty("items").EnumerateArray()];

    private async Task<List<long>> ListAsync(string query) => (await ItemsAsync(query)).ConvertAll(IdOf);
}
