using System.Net;
using System.Net.Http.Headers;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Platform.Caching;

/// <summary>Cached responses equal computed ones, at the promised cost.</summary>
public sealed class ResponseCacheTests(Shop shop)
{
    [Theory]
    [InlineData(CacheMode.None, 2)]
    [InlineData(CacheMode.Memory, 0)]
    [InlineData(CacheMode.Redis, 0)]
    [InlineData(CacheMode.Both, 0)]
    public async Task A_cached_response_costs_no_SQL(CacheMode mode, int texts)
    {
        await using var read = shop.BeforeReplica();
        await using var replica = Caching(mode, [.. shop.Through(replica: read)]);
        using var http = replica.CreateClient();
        var game = shop.NextGame();
        string[] paths = ["/api/teams", $"/api/games/{game}"];
        foreach (var path in paths)
            await http.GetAnswerAsync(path);

        // A process that missed invalidations recomputes its cached responses, only once.
        var sent = -1;
        for (var attempt = 0; attempt < 10 && sent != texts; attempt++)
        {
            read.TakeSent();
            foreach (var path in paths)
                Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync(path)).Status);
            sent = Wire.Texts(read).Count;
        }

        Assert.Equal(texts, sent);
    }

    [Theory]
    [InlineData(CacheMode.Memory, 2)]
    [InlineData(CacheMode.Both, 1)]
    public async Task Two_hundred_cold_callers_cost_one_query_per_process_or_one_in_total(CacheMode mode, int texts)
    {
        await using var read = shop.BeforeReplica();
        await using var one = Caching(mode, [.. shop.Through(replica: read)]);
        await using var two = Caching(mode, [.. shop.Through(replica: read)]);
        HttpClient[] replicas = [one.CreateClient(), two.CreateClient()];
        foreach (var replica in replicas)
            await replica.GetAnswerAsync($"/api/games/{shop.NextGame()}");

        // As above; and what other tests change is computed again.
        var sent = -1;
        for (var attempt = 0; attempt < 5 && sent != texts; attempt++)
        {
            var game = shop.NextGame();
            read.TakeSent();
            var answers = await Together.RunAsync(200, caller => replicas[caller % 2].GetAnswerAsync($"/api/games/{game}"));
            Assert.All(answers, answer => Assert.Equal((HttpStatusCode.OK, answers[0].Body), (answer.Status, answer.Body)));
            sent = Wire.Texts(read).Count;
        }

        Assert.Equal(texts, sent);
    }

    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Redis)]
    [InlineData(CacheMode.Both)]
    public async Task A_cached_response_equals_a_freshly_built_one(CacheMode mode)
    {
        await using var keeping = Caching(mode);
        using var http = keeping.CreateClient();

        Assert.Empty(await DifferencesAsync(http));
    }

    /// <summary>A response is being cached while its source changes.</summary>
    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Redis)]
    [InlineData(CacheMode.Both)]
    public async Task An_older_response_does_not_return(CacheMode mode)
    {
        await using var read = shop.BeforeReplica();
        await using var slow = Caching(mode, [.. shop.Through(replica: read), ("Replicas:ReadMilliseconds", "10000")]);
        await using var other = Caching(mode);
        using var http = slow.CreateClient();
        using var otherHttp = other.CreateClient();
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();
        var path = $"/api/games/{game}";
        await Until.TrueAsync(() => http.GetAnswerAsync("/api/teams"), answer => answer.Status == HttpStatusCode.OK);

        var evictions = slow.Services.GetRequiredService<CacheInvalidation>();
        await Wait.UntilAsync("The slow replica listens", () => Task.FromResult(evictions.IsHeard));

        read.FreezeAnswers(answer => answer.AsSpan().IndexOf("seats_per_account"u8) >= 0);
        var asking = http.GetAnswerAsync(path);
        await read.HeldBack.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);
        await by.PatchAsync(shop.Http, $"/api/admin/games/{game}", new { seatsPerAccount = 9 });
        await Until.TrueAsync(() => otherHttp.GetAnswerAsync(path), answer => answer.Number("seatsPerAccount") == 9);
        // The invalidation reaches each process separately; until then an older response is correct.
        await Wait.UntilAsync("The slow replica has heard of the change", () => Task.FromResult(evictions.StateOf($"game:{game}").Count > 0));
        read.Thaw();
        Assert.Equal(4, (await asking).Number("seatsPerAccount"));

        Assert.Equal(9, (await http.GetAnswerAsync(path)).Number("seatsPerAccount"));
        Assert.Equal(9, (await otherHttp.GetAnswerAsync(path)).Number("seatsPerAccount"));
    }

    [Fact]
    public async Task Without_Redis_responses_are_correct_a_second_later()
    {
        await using var redis = shop.BeforeRedis();
        await using var deaf = Caching(CacheMode.Both, [.. shop.Through(redis: redis), ("Redis:DeadlineMilliseconds", "200")]);
        using var http = deaf.CreateClient();
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();
        Assert.Equal(4, (await http.GetAnswerAsync($"/api/games/{game}")).Number("seatsPerAccount"));

        redis.Freeze();
        await by.PatchAsync(shop.Http, $"/api/admin/games/{game}", new { seatsPerAccount = 9 });
        await Until.TrueAsync(() => http.GetAnswerAsync($"/api/games/{game}"), answer => answer.Number("seatsPerAccount") == 9);
        redis.Thaw();
        await by.PatchAsync(shop.Http, $"/api/admin/games/{game}", new { seatsPerAccount = 8 });
        await Until.TrueAsync(() => http.GetAnswerAsync($"/api/games/{game}"), answer => answer.Number("seatsPerAccount") == 8);
    }

    [Fact]
    public async Task A_client_with_the_current_ETag_gets_304_until_the_response_changes()
    {
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();
        var path = $"/api/games/{game}";
        var first = await shop.Http.GetAnswerAsync(path);
        var tag = first.Headers.ETag!;

        var same = await SendAsync(shop.Replicas[1], path, tag);
        await by.PatchAsync(shop.Http, $"/api/admin/games/{game}", new { seatsPerAccount = 9 });
        var changed = await Until.TrueAsync(() => SendAsync(shop.Replicas[1], path, tag), answer => answer.Status == HttpStatusCode.OK);

        Assert.Equal(((HttpStatusCode)304, "", tag), (same.Status, same.Body, same.Headers.ETag));
        Assert.Equal("public, no-cache", string.Join(", ", first.Headers.CacheControl!.ToString().Split(", ").OrderDescending()));
        Assert.NotEqual(tag, changed.Headers.ETag);
    }

    private WebApplicationFactory<Program> Caching(CacheMode mode, params (string Name, string Value)[] settings) =>
        shop.Replica([.. settings, ("Cache:Mode", $"{mode}")]);

    /// <summary>Requests every cached response with every combination of inputs, twice, and compares it with a computed one.</summary>
    private async Task<List<string>> DifferencesAsync(HttpClient http)
    {
        await using var making = Caching(CacheMode.None);
        using var fresh = making.CreateClient();
        var year = await shop.QueryAsync<int>("SELECT CAST(year AS SIGNED) FROM seasons");
        string[] lists =
        [
            .. from month in (string[])["04", "05"]
               from team in (string[])["", "&teamId=1", "&teamId=2"]
               from stadium in (string[])["", "&stadiumId=1", "&stadiumId=2"]
               select $"/api/games?month={year}-{month}{team}{stadium}",
        ];
        string[] paths = ["/api/teams", .. lists, "/api/games/30", "/api/games/31", "/api/games/30/grades/146", "/api/games/30/grades/147", "/api/games/31/grades/151"];

        List<string> differences = [];
        foreach (var path in (string[])[.. paths, .. paths.Reverse()])
        {
            if ((await http.GetAnswerAsync(path)).Body != (await fresh.GetAnswerAsync(path)).Body)
                differences.Add(path);
        }

        return differences;
    }

    private static async Task<Answer> SendAsync(HttpClient replica, string path, EntityTagHeaderValue tag)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.IfNoneMatch.Add(tag);
        return await Answer.ReadAsync(await replica.SendAsync(request, TestContext.Current.CancellationToken));
    }
}
