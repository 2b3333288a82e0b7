using System.Diagnostics.Metrics;
using System.Globalization;
using System.Net;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Platform.Caching;

/// <summary>Responses sent before the pipeline: the pipeline's responses, by its rules, at less cost.</summary>
[Collection(nameof(Alone))]
public sealed class ShortCircuitTests(Shop shop)
{
    private const string Token = "X-Consistency-Token";

    /// <summary>Such a request reaches the pipeline, and a link from another site gets the usual response.</summary>
    private static readonly string[] ThroughPipeline = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"];

    [Fact]
    public async Task A_response_before_the_pipeline_is_byte_for_byte_that_of_the_pipeline()
    {
        await using var replica = await ServedReplica.StartAsync(shop, ("ReplicaName", "api-served"));
        var (month, game) = (await shop.QueryAsync<int>("SELECT CAST(year AS SIGNED) FROM seasons"), shop.NextGame());
        string[] paths = ["/api/teams", $"/api/games?month={month}-04", $"/api/games?month={month}-04&teamId=1", $"/api/games/{game}", $"/api/games/{game}/grades/{Shop.Grade(game)}"];

        foreach (var path in paths)
        {
            using var connection = await replica.CachedAsync(path);
            var whole = connection.Get(path);
            var copy = $"If-None-Match: {whole.Split("ETag: ")[1].Split('\r')[0]}";
            foreach (var (headers, status) in ((string[], string)[])[([], "HTTP/1.1 200 OK\r\n"), ([copy], "HTTP/1.1 304 Not Modified\r\n"), (["If-None-Match: \"other\""], "HTTP/1.1 200 OK\r\n")])
            {
                Assert.False(replica.Passes(connection, path, headers), path);
                Assert.True(replica.Passes(connection, path, [.. headers, .. ThroughPipeline]), path);
                var response = connection.Get(path, headers);
                Assert.StartsWith(status, response, StringComparison.Ordinal);
                Assert.Equal(connection.Get(path, [.. headers, .. ThroughPipeline]), response);
            }

            foreach (var header in (string[])["Cache-Control: public, no-cache", "CDN-Cache-Control: ", "Cache-Groups: ", "X-Cache-Invalidation: ", "X-Served-By: api-served", "X-Content-Type-Options: nosniff"])
                Assert.Contains($"\r\n{header}", whole, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Whatever_is_unusual_about_a_request_reaches_the_pipeline()
    {
        await using var replica = await ServedReplica.StartAsync(shop);
        var path = $"/api/games/{shop.NextGame()}";
        using var connection = await replica.CachedAsync(path);

        foreach (var spelling in (string[])[$"{path}?", $"{path}?any=1", $"/API{path[4..]}", $"{path}/", path.Replace("games/", "games/0", StringComparison.Ordinal), path.Replace("games", "g%61mes", StringComparison.Ordinal)])
            Assert.True(replica.Passes(connection, spelling), spelling);
        foreach (var header in (string[])["Authorization: Bearer unknown", "Authorization: Basic fan", "Cookie: dugout-session=any", "If-None-Match: *", "If-None-Match: W/\"any\"", "If-None-Match: \"any\", \"other\"", "Content-Length: 0", "Sec-Fetch-Site: cross-site", $"{Token}: 1\r\n{Token}: 2"])
            Assert.True(replica.Passes(connection, path, header), header);

        Assert.StartsWith("HTTP/1.1 405", connection.Send("HEAD", path), StringComparison.Ordinal);
        foreach (var site in (string[])["cross-site", "same-site"])
            Assert.StartsWith("HTTP/1.1 403", connection.Get(path, $"Sec-Fetch-Site: {site}", "Sec-Fetch-Mode: cors"), StringComparison.Ordinal);
        foreach (var site in (string[])["same-origin", "none"])
            Assert.False(replica.Passes(connection, path, $"Sec-Fetch-Site: {site}"), site);
    }

    /// <summary>An operator's reads include the operator's last write although the request does not name it; that position is not known before the pipeline.</summary>
    [Fact]
    public async Task Signed_in_fans_are_served_before_the_pipeline_and_operators_in_it()
    {
        await using var replica = await ServedReplica.StartAsync(shop);
        var path = $"/api/games/{shop.NextGame()}";
        var (fan, by) = ($"Authorization: Bearer {(await shop.NextFanAsync()).Token}", $"Authorization: Bearer {(await shop.NextOperatorAsync()).Token}");
        using var connection = await replica.CachedAsync(path);

        Assert.Equal([true, false, false], Enumerable.Range(0, 3).Select(_ => replica.Passes(connection, path, fan)));
        Assert.Equal([true, true, true], Enumerable.Range(0, 3).Select(_ => replica.Passes(connection, path, by)));
    }

    [Fact]
    public async Task A_request_with_a_newer_consistency_token_reaches_the_pipeline()
    {
        await using var replica = await ServedReplica.StartAsync(shop);
        var path = $"/api/games/{shop.NextGame()}";
        using var connection = await replica.CachedAsync(path);

        // A write that invalidates another game.
        var changed = await (await shop.NextOperatorAsync()).PatchAsync(replica.Http, $"/api/admin/games/{shop.NextGame()}", new { seatsPerAccount = 9 });
        var token = $"{Token}: {changed.Headers.GetValues(Token).Single()}";

        Assert.Equal([true, false, false], Enumerable.Range(0, 3).Select(_ => replica.Passes(connection, path, token)));
    }

    [Fact]
    public async Task No_reader_gets_an_older_response_after_a_change_was_acknowledged()
    {
        const int Changes = 20;
        await using var replica = await ServedReplica.StartAsync(shop);
        await using var other = await ServedReplica.StartAsync(shop);
        var by = await shop.NextOperatorAsync();
        var path = $"/api/games/{shop.NextGame()}";
        var acknowledged = 0;
        using var over = new CancellationTokenSource();
        var readers = Enumerable.Range(0, 4).Select(_ => Task.Run(() => Read(replica))).ToArray();

        for (var change = 1; change <= Changes; change++)
        {
            using var cached = await replica.CachedAsync(path);
            using var elsewhere = await other.CachedAsync(path);
            Assert.Equal(HttpStatusCode.OK, (await by.PatchAsync(replica.Http, path.Replace("/api/", "/api/admin/", StringComparison.Ordinal), new { seatsPerAccount = change })).Status);
            Volatile.Write(ref acknowledged, change);
            Assert.Equal(change, SeatsIn(cached.Get(path)));
            await Wait.UntilAsync("The other replica has the change", () => Task.FromResult(SeatsIn(elsewhere.Get(path)) == change));
        }

        await over.CancelAsync();
        Assert.All(await Task.WhenAll(readers), reads => Assert.True(reads > Changes, $"{reads} reads"));

        int Read(ServedReplica from)
        {
            using var connection = from.Connect();
            var reads = 0;
            for (; !over.IsCancellationRequested; reads++)
            {
                var least = Volatile.Read(ref acknowledged);
                var seen = SeatsIn(connection.Get(path));
                // The game has four seats an account before the first change.
                Assert.True(least == 0 || seen >= least, $"{seen} after {least}");
            }

            return reads;
        }
    }

    [Fact]
    public async Task A_response_is_sent_no_longer_than_its_lifetime()
    {
        await using var replica = await ServedReplica.StartAsync(shop, ("Cache:Seconds", "1"));
        var path = $"/api/games/{shop.NextGame()}";
        using var connection = await replica.CachedAsync(path);

        await Wait.UntilAsync("The response has expired", () => Task.FromResult(replica.Passes(connection, path)));
    }

    [Fact]
    public async Task Without_invalidations_nothing_is_sent_before_the_pipeline_after_a_second()
    {
        await using var redis = shop.BeforeRedis();
        await using var replica = await ServedReplica.StartAsync(shop, [.. shop.Through(redis: redis), ("Redis:DeadlineMilliseconds", "200"), ("Cache:Mode", "Both")]);
        var path = $"/api/games/{shop.NextGame()}";
        using var connection = await replica.CachedAsync(path);

        redis.Freeze();

        await Wait.UntilAsync("The response is no longer trusted", () => Task.FromResult(replica.Passes(connection, path)));
    }

    [Theory]
    [InlineData("Cache:Mode", "None")]
    [InlineData("Cache:Mode", "Redis")]
    [InlineData("AllowedHosts", "shop;127.0.0.1")]
    public async Task Without_a_cache_in_memory_or_with_a_filter_of_hosts_all_requests_reach_the_pipeline(string name, string value)
    {
        await using var replica = await ServedReplica.StartSilentAsync(shop, (name, value));
        using var connection = replica.Connect();

        Assert.All(Enumerable.Range(0, 5), _ => Assert.True(replica.Passes(connection, "/api/teams")));
    }

    /// <summary>The framework's own instrument, so that it counts each request once.</summary>
    [Fact]
    public async Task Its_requests_are_counted_with_all_others()
    {
        await using var replica = await ServedReplica.StartAsync(shop);
        using var connection = await replica.CachedAsync("/api/teams");
        var meters = replica.Services.GetRequiredService<IMeterFactory>();
        List<Instrument> instruments = [];
        List<string> counted = [];
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, _) =>
        {
            if (instrument.Name != "http.server.request.duration" || instrument.Meter.Scope != meters)
                return;
            instruments.Add(instrument);
            listener.EnableMeasurementEvents(instrument);
        };
        listener.SetMeasurementEventCallback<double>((_, _, tags, _) =>
        {
            lock (counted)
                counted.Add(string.Join(' ', tags.ToArray().Where(tag => tag.Key != "http.route").OrderBy(tag => tag.Key, StringComparer.Ordinal).Select(tag => $"{tag.Key}={tag.Value}")));
        });
        listener.Start();

        Assert.False(replica.Passes(connection, "/api/teams"));
        Assert.True(replica.Passes(connection, "/api/teams", ThroughPipeline));

        await Wait.UntilAsync("Both are counted", () => Task.FromResult(counted.Count >= 2));
        Assert.Single(instruments);
        Assert.Equal(Enumerable.Repeat("http.request.method=GET http.response.status_code=200 network.protocol.version=1.1 url.scheme=http", 2), counted);
    }

    /// <summary>The budget of a response from memory; the pipeline needs seven times as much.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_response_before_the_pipeline_allocates_at_most_1_KiB(bool isSignedIn)
    {
        const int Requests = 5_000;
        await using var replica = await ServedReplica.StartAsync(shop, ("Cache:Seconds", "3600"));
        var path = $"/api/games/{shop.NextGame()}";
        string[] headers = isSignedIn ? [$"Authorization: Bearer {(await shop.NextFanAsync()).Token}"] : [];
        using var connection = await replica.CachedAsync(path, headers);
        var request = RawConnection.RequestOf(path, headers);
        for (var n = 0; n < Requests / 10; n++)
            connection.Exchange(request);

        var before = GC.GetTotalAllocatedBytes(precise: true);
        for (var n = 0; n < Requests; n++)
            connection.Exchange(request);
        var each = (GC.GetTotalAllocatedBytes(precise: true) - before) / Requests;

        TestContext.Current.SendDiagnosticMessage($"{each} bytes a request.");
        Assert.InRange(each, 0, 1_024);
        Assert.False(replica.Passes(connection, path, headers));
    }

    private static int SeatsIn(string response) => int.Parse(response.Split("\"seatsPerAccount\":")[1].Split('}', ',')[0], CultureInfo.InvariantCulture);
}
