using System.Net;
using Microsoft.AspNetCore.Mvc.Testing;
using Xunit;

namespace Dugout.Features.Tests.FanEvents;

/// <summary>Cached responses about events equal computed ones, show changes by operators at once, and contain no live counts.</summary>
public sealed class EventCacheTests(Shop shop)
{
    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Redis)]
    [InlineData(CacheMode.Both)]
    public async Task A_cached_list_equals_a_freshly_built_one_for_every_query(CacheMode mode)
    {
        await using var keeping = Keeping(mode);

        Assert.Empty(await DifferencesAsync(keeping));
    }

    [Theory]
    [InlineData(CacheMode.None)]
    [InlineData(CacheMode.Both)]
    public async Task Each_input_alone_changes_the_response(CacheMode mode)
    {
        await using var replica = Keeping(mode);
        using var http = replica.CreateClient();
        var (day, other) = await FillAsync();
        string[] paths = [.. Queries(day, other), $"from={day}&to={other}", $"from={day}&to={other}&limit=2", $"from={day}&to={other}&limit=1"];

        List<string> bodies = [];
        foreach (var path in (string[])[.. paths, .. paths])
            bodies.Add((await http.GetAnswerAsync($"/api/events?{path}")).Body);

        Assert.Equal(paths.Length, bodies.Distinct().Count());
        Assert.Equal(bodies.Take(paths.Length), bodies.Skip(paths.Length));
    }

    /// <summary>One process creates and changes it, another has lists and the event cached; one event exists from the start, since empty lists are not cached.</summary>
    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Both)]
    public async Task Cached_lists_show_a_created_or_changed_event_at_once(CacheMode mode)
    {
        await using var keeping = Keeping(mode);
        using var http = keeping.CreateClient();
        await Until.HeardAsync(keeping.Services);
        var by = await shop.NextOperatorAsync();
        var stand = await EventStand.OpenAsync(shop, places: 1);
        await EventStand.CaughtUpAsync(shop);
        var list = $"/api/events?from={EventStand.Text(stand.Day)}&to={EventStand.Text(stand.Day)}";
        await Until.TrueAsync(() => http.GetAnswerAsync(list), answer => answer.Json.GetProperty("items").GetArrayLength() == 1);

        var made = (await by.PostAsync(shop.Http, "/api/admin/events", Events.Wanted(stand.Day))).Number("eventId");
        await Until.TrueAsync(() => http.GetAnswerAsync(list), answer => answer.Json.GetProperty("items").GetArrayLength() == 2);
        await Until.TrueAsync(() => http.GetAnswerAsync($"/api/events/{made}"), answer => answer.Status == HttpStatusCode.OK);

        Assert.Equal(HttpStatusCode.OK, (await by.PatchAsync(shop.Http, $"/api/admin/events/{made}", new { title = "바뀐 이름" })).Status);
        await Until.TrueAsync(() => http.GetAnswerAsync(list), answer => answer.Body.Contains("바뀐 이름", StringComparison.Ordinal));
        await Until.TrueAsync(() => http.GetAnswerAsync($"/api/events/{made}"), answer => answer.Body.Contains("바뀐 이름", StringComparison.Ordinal));
    }

    /// <summary>The next response of every process is current although lists are cached.</summary>
    [Fact]
    public async Task Remaining_places_are_never_cached()
    {
        await using var keeping = Keeping(CacheMode.Both);
        using var http = keeping.CreateClient();
        var fans = await shop.NextFansAsync(4);
        var stand = await EventStand.OpenAsync(shop, places: 2);

        foreach (var (came, fan) in fans.Index())
        {
            await stand.ApplyAsync(fan, shop.Replicas[came % 2]);
            var left = await http.GetAnswerAsync($"{stand.Path}/places");
            Assert.Equal((Math.Max(0, 1 - came), Math.Max(0, came - 1)), (left.Number("remaining"), left.Number("waiting")));
        }
    }

    private WebApplicationFactory<Program> Keeping(CacheMode mode, params (string Name, string Value)[] settings) =>
        shop.AgelessReplica([.. settings, ("Cache:Mode", $"{mode}")]);

    /// <summary>A day with events that differ in district and category, and the one after it.</summary>
    private async Task<(string Day, string Other)> FillAsync()
    {
        var day = EventStand.NextDay();
        var other = day.AddDays(1);
        foreach (var (on, district, category) in ((DateOnly, string, string)[])
            [(day, "seoul", "tour"), (day, "busan", "tour"), (day, "seoul", "clinic"), (day, "busan", "clinic"), (other, "seoul", "tour")])
            await EventStand.OpenAsync(shop, places: 1, day: on, district: district, category: category);
        await EventStand.CaughtUpAsync(shop);
        return (EventStand.Text(day), EventStand.Text(other));
    }

    /// <summary>Every combination of inputs of a cached list.</summary>
    private static IEnumerable<string> Queries(string day, string other) =>
        from one in (string[])[day, other]
        from district in (string[])["", "&district=seoul", "&district=busan"]
        from category in (string[])["", "&category=tour", "&category=clinic"]
        where one == day || (district.Length == 0 && category.Length == 0)
        select $"from={one}&to={one}{district}{category}";

    /// <summary>Requests every combination of inputs twice, and compares the responses with computed ones.</summary>
    private async Task<List<string>> DifferencesAsync(WebApplicationFactory<Program> keeping)
    {
        await using var making = Keeping(CacheMode.None);
        using var http = keeping.CreateClient();
        using var fresh = making.CreateClient();
        var (day, other) = await FillAsync();
        string[] queries = [.. Queries(day, other)];

        List<string> differences = [];
        foreach (var query in (string[])[.. queries, .. queries.Reverse()])
        {
            if ((await http.GetAnswerAsync($"/api/events?{query}")).Body != (await fresh.GetAnswerAsync($"/api/events?{query}")).Body)
                differences.Add(query);
        }

        return differences;
    }
}
