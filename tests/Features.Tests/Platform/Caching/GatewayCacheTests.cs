using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Platform.Caching;

/// <summary>The gateway's cache before the real API: what it may answer, and how soon a change is visible.</summary>
public sealed class GatewayCacheTests(Shop shop, Gateways gateways) : IClassFixture<Gateways>
{
    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Steps_2_3_4_and_6_are_answered_by_the_gateway_with_the_replica_s_bytes()
    {
        var (month, game) = (await MonthAsync(), shop.NextGame());
        string[] paths =
        [
            "/api/teams", $"/api/games?month={month}", $"/api/games?month={month}&teamId=1", $"/api/games?stadiumId=1&month={month}", $"/api/games?month={month}&teamId=1&stadiumId=1",
            $"/api/games/{game}", $"/api/games/{game}/grades/{Shop.Grade(game)}",
        ];
        var fan = await shop.NextFanAsync();

        foreach (var path in paths)
        {
            var replica = await shop.Http.GetAnswerAsync(path);
            foreach (var answer in (Answer[])[await Gateways.CachedAsync(gateways.Clients[0], path), await fan.GetAsync(gateways.Clients[0], path)])
            {
                Assert.True(Gateways.IsFromGateway(answer), path);
                Assert.Equal((HttpStatusCode.OK, replica.Body, replica.Headers.ETag), (answer.Status, answer.Body, answer.Headers.ETag));
                Assert.Equal(replica.Headers.CacheControl, answer.Headers.CacheControl);
                Assert.Empty(answer.Headers.Select(header => header.Key).Intersect(["CDN-Cache-Control", "Cache-Groups", "X-Cache-Invalidation"], StringComparer.OrdinalIgnoreCase));
            }
        }
    }

    [Fact]
    public async Task A_change_by_an_operator_is_visible_at_once_at_the_same_gateway_and_soon_at_the_other()
    {
        var by = await shop.NextOperatorAsync();
        var (month, game) = (await MonthAsync(), shop.NextGame());
        var (path, grade, list) = ($"/api/games/{game}", $"/api/games/{game}/grades/{Shop.Grade(game)}", $"/api/games?month={month}&teamId=1");
        foreach (var http in gateways.Clients)
        {
            foreach (var cached in (string[])[path, grade, list])
                await Gateways.CachedAsync(http, cached);
        }

        for (var limit = 5; limit < 10; limit++)
        {
            Assert.Equal(HttpStatusCode.OK, (await by.PatchAsync(gateways.Clients[0], $"/api/admin/games/{game}", new { seatsPerAccount = limit })).Status);
            Assert.Equal(limit, (await by.GetAsync(gateways.Clients[0], path)).Number("seatsPerAccount"));
            await Until.TrueAsync(() => gateways.Clients[1].GetAnswerAsync(path), answer => answer.Number("seatsPerAccount") == limit);
            foreach (var http in gateways.Clients)
                Assert.Equal(limit, (await Gateways.CachedAsync(http, path)).Number("seatsPerAccount"));
        }

        await by.PatchAsync(gateways.Clients[0], $"/api/admin/games/{game}/grades/{Shop.Grade(game)}", new { price = 77_000 });
        await Until.TrueAsync(() => gateways.Clients[1].GetAnswerAsync(grade), answer => answer.Number("price") == 77_000);
    }

    /// <summary>Readers go on while the game changes; what each gateway caches after the last change is the last state.</summary>
    [Fact]
    public async Task Readers_during_changes_leave_nothing_old_behind()
    {
        const int Changes = 20;
        var by = await shop.NextOperatorAsync();
        var path = $"/api/games/{shop.NextGame()}";
        using var over = CancellationTokenSource.CreateLinkedTokenSource(Stop);
        var reading = Task.WhenAll(gateways.Clients.SelectMany(http => Enumerable.Repeat(http, 4)).Select(http => Task.Run(() => ReadAsync(http, path, over.Token), Stop)));

        for (var change = 1; change <= Changes; change++)
            Assert.Equal(HttpStatusCode.OK, (await by.PatchAsync(shop.Replicas[change % 2], path.Replace("/api/", "/api/admin/", StringComparison.Ordinal), new { seatsPerAccount = change })).Status);

        foreach (var http in gateways.Clients)
            await Until.TrueAsync(() => http.GetAnswerAsync(path), answer => answer.Number("seatsPerAccount") == Changes);
        await over.CancelAsync();
        Assert.All(await reading, Assert.NotEmpty);
        foreach (var http in gateways.Clients)
            Assert.Equal(Changes, (await Gateways.CachedAsync(http, path)).Number("seatsPerAccount"));
    }

    [Fact]
    public async Task Live_and_personal_responses_and_made_up_spellings_always_come_from_a_replica()
    {
        var fan = await shop.NextFanAsync();
        var (month, game) = (await MonthAsync(), shop.NextGame());
        await fan.BuyAsync(game, 1);
        string[] paths =
        [
            $"/api/games/{game}/grades", $"/api/games/{game}/grades/{Shop.Grade(game)}/taken", $"/api/games/{game}/holds", "/api/reservations", "/api/notices", "/api/products",
            $"/api/games/0{game}", "/api/teams?any=1", $"/api/games?month={month}&any=1", $"/api/games?month={month}&teamId=01", $"/api/games?month={month}&limit=5",
            $"/api/games?Month={month}", $"/API/games/{game}", $"/api/games/{game}/grades/0{Shop.Grade(game)}", "/api/games?month=2001-01", "/api/games/1000000", "/api/games?month=0",
        ];

        foreach (var path in paths)
        {
            for (var time = 0; time < 3; time++)
                Assert.False(Gateways.IsFromGateway(await fan.GetAsync(gateways.Clients[0], path)), path);
        }
    }

    [Fact]
    public async Task A_read_with_the_token_of_a_write_includes_it_and_renews_the_cached_response()
    {
        var by = await shop.NextOperatorAsync();
        var path = $"/api/games/{shop.NextGame()}";
        await Gateways.CachedAsync(gateways.Clients[1], path);

        var changed = await by.PatchAsync(shop.Http, path.Replace("/api/", "/api/admin/", StringComparison.Ordinal), new { seatsPerAccount = 9 });
        var token = changed.Headers.GetValues("X-Consistency-Token").Single();

        Assert.Equal(9, (await ReadAsync(path, token)).Number("seatsPerAccount"));
        await Until.TrueAsync(() => ReadAsync(path, token), Gateways.IsFromGateway);
    }

    [Fact]
    public async Task Concurrent_first_readers_of_an_address_cause_one_request_to_a_replica()
    {
        var game = shop.NextGame();
        // So that the gateway hears invalidations.
        await Gateways.CachedAsync(gateways.Clients[0], "/api/teams");

        var answers = await Together.RunAsync(50, _ => gateways.Clients[0].GetAnswerAsync($"/api/games/{game}"));

        Assert.Single(answers, answer => !Gateways.IsFromGateway(answer));
    }

    private async Task<string> MonthAsync() => $"{await shop.QueryAsync<int>("SELECT CAST(year AS SIGNED) FROM seasons")}-04";

    private async Task<Answer> ReadAsync(string path, string token)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.Add("X-Consistency-Token", token);
        return await Answer.ReadAsync(await gateways.Clients[1].SendAsync(request, Stop));
    }

    private static async Task<List<long>> ReadAsync(HttpClient gateway, string path, CancellationToken over)
    {
        List<long> seen = [];
        while (!over.IsCancellationRequested)
            seen.Add((await gateway.GetAnswerAsync(path)).Number("seatsPerAccount"));
        return seen;
    }
}
