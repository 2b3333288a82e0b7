using System.Net;
using System.Text.Json;
using Dugout.Features.Tests.Orders;
using Dugout.Features.Tests.Rankings;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Recommendations;

/// <summary>Picks and finished series. All picks are shown together, so these tests remove theirs, in a shop whose games no other test changes.</summary>
[Collection(nameof(RankedShop))]
public sealed class RecommendationsTests(RankedShop shop) : IAsyncLifetime
{
    private const string Path = "/api/recommendations";

    private static readonly byte[] Png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3];

    private Fan _by = null!;

    public async ValueTask InitializeAsync()
    {
        _by = await shop.NextOperatorAsync();
        await TidyAsync();
        // Another operator removed the seeded picks: a test reads all acts of its own operator.
        _by = await shop.NextOperatorAsync();
    }

    public async ValueTask DisposeAsync() => await TidyAsync();

    [Fact]
    public async Task Without_picks_and_finished_series_the_list_is_empty()
    {
        var shown = await shop.Http.GetAnswerAsync(Path);

        Assert.Equal((HttpStatusCode.OK, 0), (shown.Status, shown.Json.GetProperty("picks").GetArrayLength()));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(7)]
    public async Task Up_to_five_picks_are_shown_newest_first(int count)
    {
        List<long> picked = [];
        for (var n = 0; n < count; n++)
            picked.Add((await PickAsync(new { note = "꼭 보세요", gameId = 20 + n })).Number("pickId"));
        picked.Reverse();

        foreach (var replica in shop.Replicas)
        {
            var shown = await ShownAsync(replica, items => items.Select(item => item.GetProperty("pickId").GetInt64()).SequenceEqual(picked.Take(5)));
            var first = shown.Json.GetProperty("picks")[0];
            Assert.Equal(["pickId", "gameId", "productId", "name", "note", "picture"], first.EnumerateObject().Select(member => member.Name));
            Assert.Equal(await shop.QueryAsync<string>("SELECT title FROM games WHERE id = @id", new { id = 19 + count }), first.GetProperty("name").GetString());
            Assert.Equal(JsonValueKind.Null, first.GetProperty("picture").ValueKind);
        }
    }

    /// <summary>One process picks, another has the old recommendations cached; one pick exists from the start, since empty lists are not cached.</summary>
    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Both)]
    public async Task The_cached_list_shows_an_added_or_removed_pick_at_once(CacheMode mode)
    {
        await using var keeping = shop.Replica(("Cache:Mode", $"{mode}"));
        using var http = keeping.CreateClient();
        await Until.HeardAsync(keeping.Services);
        await PickAsync(new { note = "꼭 보세요", gameId = 40 });
        await ShownAsync(http, items => items.Count == 1);

        var second = (await PickAsync(new { note = "이것도", gameId = 41 })).Number("pickId");
        await ShownAsync(http, items => items.Count == 2);
        await _by.DeleteAsync(shop.Http, $"/api/admin/picks/{second}");
        await ShownAsync(http, items => items.Count == 1);
    }

    [Fact]
    public async Task A_removed_pick_is_gone_on_every_replica_and_both_acts_are_recorded()
    {
        var wares = await Wares.OfferAsync(shop, stock: 1);
        var pick = (await PickAsync(new { note = "새 타월", productId = wares.Ids[0] })).Number("pickId");
        foreach (var replica in shop.Replicas)
            await ShownAsync(replica, items => items is [var one] && one.GetProperty("name").GetString() == "응원 타월");

        Assert.Equal(HttpStatusCode.NoContent, (await _by.DeleteAsync(shop.Http, $"/api/admin/picks/{pick}")).Status);
        Assert.Equal("no-such-pick", (await _by.DeleteAsync(shop.Http, $"/api/admin/picks/{pick}")).Code);

        foreach (var replica in shop.Replicas)
            await ShownAsync(replica, items => items.Count == 0);
        Assert.Equal("add-pick,remove-pick", await shop.QueryAsync<string>(
            "SELECT GROUP_CONCAT(act ORDER BY id) FROM operator_acts WHERE account_id = @Id AND (state_before IS NULL) = (act = 'add-pick')", new { _by.Id }));
    }

    [Fact]
    public async Task A_picture_is_returned_byte_for_byte_and_is_cacheable()
    {
        var pick = (await PickAsync(new { note = "사진", gameId = 20, picture = Png })).Number("pickId");
        var shown = await ShownAsync(shop.Http, items => items is [var one] && one.GetProperty("picture").ValueKind == JsonValueKind.String);
        var path = shown.Json.GetProperty("picks")[0].GetProperty("picture").GetString()!;
        await Until.TrueAsync(() => shop.Replicas[1].GetAnswerAsync(path), answer => answer.Status == HttpStatusCode.OK);

        using var answer = await shop.Replicas[1].GetAsync(new Uri(path, UriKind.Relative), TestContext.Current.CancellationToken);
        Assert.Equal(("image/png", "nosniff"), (answer.Content.Headers.ContentType!.MediaType, answer.Headers.GetValues("X-Content-Type-Options").Single()));
        Assert.Equal((true, TimeSpan.FromDays(1)), (answer.Headers.CacheControl!.Public, answer.Headers.CacheControl.MaxAge));
        Assert.Equal(Png, await answer.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken));
        using var again = new HttpRequestMessage(HttpMethod.Get, path);
        again.Headers.IfNoneMatch.Add(answer.Headers.ETag!);
        using var unchanged = await shop.Replicas[1].SendAsync(again, TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.NotModified, unchanged.StatusCode);

        await _by.DeleteAsync(shop.Http, $"/api/admin/picks/{pick}");
        await Until.TrueAsync(() => shop.Replicas[1].GetAnswerAsync(path), gone => gone.Code == "no-such-pick");
    }

    [Fact]
    public async Task Of_twenty_operators_who_add_the_same_pick_one_succeeds()
    {
        var answers = await Together.RunAsync(20, caller => _by.PostAsync(shop.Replicas[caller % 2], "/api/admin/picks", new { note = $"{caller}", gameId = 21 }));

        Assert.Single(answers, answer => answer.Status == HttpStatusCode.Created);
        Assert.All(answers, answer => Assert.True(answer.Status == HttpStatusCode.Created || answer.Code is "already-picked" or "busy", answer.Body));
    }

    [Theory]
    [InlineData("""{"note":"x"}""", "invalid")]
    [InlineData("""{"note":" ","gameId":20}""", "invalid")]
    [InlineData("""{"note":"x","gameId":20,"productId":1}""", "invalid")]
    [InlineData("""{"note":"x","gameId":999999}""", "no-such-game")]
    [InlineData("""{"note":"x","productId":999999}""", "no-such-product")]
    [InlineData("""{"note":"x","gameId":20,"picture":"not base64!"}""", "invalid")]
    [InlineData("""{"note":"x","gameId":20,"picture":"PHN2Zz4="}""", "invalid")]
    [InlineData("""{"note":"x","gameId":20,"picture":""}""", "invalid")]
    public async Task An_invalid_pick_is_rejected(string body, string code)
    {
        using var content = new StringContent(body, null, "application/json");

        Assert.Equal(code, (await _by.PostAsync(shop.Http, "/api/admin/picks", content)).Code);
    }

    [Fact]
    public async Task The_size_of_a_picture_is_limited()
    {
        var refused = await PickAsync(new { note = "x", gameId = 20, picture = (byte[])[.. Png, .. new byte[40_000]] });

        Assert.Equal("invalid", refused.Code);
    }

    /// <summary>The season's last games are what a series ends with, so shortly before them few series are finished, and after them five are shown.</summary>
    [Fact]
    public async Task Finished_series_are_shown_also_when_there_are_fewer_than_five()
    {
        var year = await shop.QueryAsync<int>("SELECT CAST(year AS SIGNED) FROM seasons");
        const string Ends = """
            SELECT MAX(starts_at) AS ended FROM games WHERE id <= 720 GROUP BY LEAST(home_team_id, away_team_id), GREATEST(home_team_id, away_team_id)
            """;
        // The moment the third series has ended, and the one after it has not.
        var ends = new List<DateTime>();
        for (var n = 0; n < 4; n++)
            ends.Add(await shop.QueryAsync<DateTime>($"SELECT ended FROM ({Ends}) finished ORDER BY ended LIMIT 1 OFFSET {n}"));

        Assert.Empty(await SeriesAsync(ends[0].AddHours(4)));
        var few = await SeriesAsync(ends[2].AddHours(6));
        var expected = await shop.QueryAsync<long>($"SELECT COUNT(*) FROM ({Ends}) finished WHERE ended < @before", new { before = ends[2].AddHours(1) });
        Assert.Equal(Math.Min(5, expected), few.Count);
        Assert.Equal(few.OrderByDescending(series => series.GetProperty("endedAt").GetDateTime()).Select(Title), few.Select(Title));
        Assert.All(few, series => Assert.Equal(16, series.GetProperty("games").GetInt64()));
        Assert.Equal(5, (await SeriesAsync(new DateTime(year, 12, 30, 0, 0, 0, DateTimeKind.Utc))).Count);
        Assert.Empty(await SeriesAsync(new DateTime(year + 1, 1, 2, 0, 0, 0, DateTimeKind.Utc)));

        static string? Title(JsonElement series) => series.GetProperty("title").GetString();
    }

    /// <summary>The finished series shown by a replica with a fixed clock.</summary>
    private async Task<List<JsonElement>> SeriesAsync(DateTime at)
    {
        await using var replica = shop.Replica(("Cache:Mode", "None")).By(new MovedClock { Ahead = at - DateTime.UtcNow });
        using var http = replica.CreateClient();
        return [.. (await http.GetAnswerAsync(Path)).Json.GetProperty("series").EnumerateArray()];
    }

    private Task<Answer> PickAsync(object pick) => _by.PostAsync(shop.Http, "/api/admin/picks", pick);

    /// <summary>What is shown, once the picks are right.</summary>
    private static Task<Answer> ShownAsync(HttpClient replica, Predicate<List<JsonElement>> isRight) => Until.TrueAsync(
        () => replica.GetAnswerAsync(Path), answer => answer.Status == HttpStatusCode.OK && isRight([.. answer.Json.GetProperty("picks").EnumerateArray()]));

    /// <summary>Removes all picks, as operators do, and waits until no response shows any.</summary>
    private async Task TidyAsync()
    {
        while (await shop.QueryAsync<long?>("SELECT MIN(id) FROM picks") is { } pick)
            await _by.DeleteAsync(shop.Http, $"/api/admin/picks/{pick}");
        foreach (var replica in shop.Replicas)
            await ShownAsync(replica, items => items.Count == 0);
    }
}
