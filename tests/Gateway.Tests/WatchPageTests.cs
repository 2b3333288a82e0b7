using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Gateway.Tests;

public sealed partial class WatchPageTests
{
    [Fact]
    public async Task The_page_and_its_files_are_served_and_may_request_no_other_origin()
    {
        await using var gateway = Gateway("Development", "http://127.0.0.1:9");
        using var http = gateway.CreateClient();
        var files = Named().Matches(await http.GetStringAsync(new Uri("/watch", UriKind.Relative))).Select(match => match.Groups["path"].Value)
            .Where(path => path != "/css/map.css").ToHashSet();
        foreach (var script in files.Where(file => file.EndsWith(".js", StringComparison.Ordinal)).ToList())
            files.UnionWith(Imported().Matches(await http.GetStringAsync(new Uri(script, UriKind.Relative))).Select(match => $"/watch/{match.Groups["file"].Value}"));

        Assert.Equal(["/watch/live.js", "/watch/numbers.js", "/watch/stadium.js", "/watch/watch.css", "/watch/watch.js", "/watch/watch.svg"], files.Order(StringComparer.Ordinal));
        foreach (var path in files.Append("/watch"))
        {
            using var answer = await http.GetAsync(new Uri(path, UriKind.Relative));
            Assert.Equal((path, HttpStatusCode.OK), (path, answer.StatusCode));
            var policy = answer.Headers.GetValues("Content-Security-Policy").Single();
            Assert.StartsWith("default-src 'none'; script-src 'self';", policy, StringComparison.Ordinal);
            Assert.EndsWith("base-uri 'none'; form-action 'none'; frame-ancestors 'none'", policy, StringComparison.Ordinal);
            Assert.DoesNotContain("unsafe", policy, StringComparison.Ordinal);
            foreach (var (header, value) in ((string, string)[])[("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"), ("Cache-Control", "no-cache")])
                Assert.Equal((path, header, value), (path, header, answer.Headers.GetValues(header).Single()));
        }
    }

    [Fact]
    public async Task In_Production_the_page_is_not_found()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Gateway("Production", one.Address);
        using var http = gateway.CreateClient();

        foreach (var path in (string[])["/watch", "/watch/watch.js", "/watch/games", "/watch/games/3", "/watch/errors"])
        {
            using var answer = await http.GetAsync(new Uri(path, UriKind.Relative));
            Assert.Equal((path, HttpStatusCode.NotFound), (path, answer.StatusCode));
        }

        Assert.Equal("one", await http.GetStringAsync(new Uri("/api/name", UriKind.Relative)));
    }

    [Fact]
    public async Task The_state_of_a_game_comes_from_the_replicas()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Gateway("Development", one.Address);
        using var http = gateway.CreateClient();

        Assert.Equal("one", await http.GetStringAsync(new Uri("/watch/games/3", UriKind.Relative)));
    }

    [Fact]
    public async Task Errors_are_summed_over_replicas_and_shared_for_half_a_second()
    {
        await using var one = await Backend.StartAsync("one");
        await using var two = await Backend.StartAsync("two");
        one.Errors["seat-taken"] = 3;
        two.Errors["seat-taken"] = 4;
        two.Errors["limit-reached"] = 1;
        var clock = new Clock();
        await using var gateway = Gateway("Development", clock, one.Address, two.Address);
        using var http = gateway.CreateClient();

        Assert.Equal((0, 7, 1), await ErrorsAsync(http));
        one.Errors["seat-taken"] = 5;
        clock.Milliseconds = 499;
        Assert.Equal((0, 7, 1), await ErrorsAsync(http));
        Assert.Equal((1, 1), (one.AskedForErrors, two.AskedForErrors));
        clock.Milliseconds = 500;
        Assert.Equal((500, 9, 1), await ErrorsAsync(http));
    }

    [Fact]
    public async Task For_an_unavailable_replica_the_last_count_applies()
    {
        await using var one = await Backend.StartAsync("one");
        var two = await Backend.StartAsync("two");
        one.Errors["seat-taken"] = 3;
        two.Errors["seat-taken"] = 4;
        two.Errors["limit-reached"] = 1;
        var clock = new Clock();
        await using var gateway = Gateway("Development", clock, one.Address, two.Address);
        using var http = gateway.CreateClient();
        Assert.Equal((0, 7, 1), await ErrorsAsync(http));

        await two.DisposeAsync();
        one.Errors["seat-taken"] = 4;
        clock.Milliseconds = 1_000;

        Assert.Equal((1_000, 8, 1), await ErrorsAsync(http));
    }

    private static async Task<(long Milliseconds, long Taken, long Limits)> ErrorsAsync(HttpClient http)
    {
        var sum = await http.GetFromJsonAsync<JsonElement>(new Uri("/watch/errors", UriKind.Relative));
        var errors = sum.GetProperty("errors");
        return (sum.GetProperty("milliseconds").GetInt64(), errors.GetProperty("seat-taken").GetInt64(), errors.GetProperty("limit-reached").GetInt64());
    }

    private static WebApplicationFactory<Program> Gateway(string environment, params string[] replicas) => Gateway(environment, TimeProvider.System, replicas);

    private static WebApplicationFactory<Program> Gateway(string environment, TimeProvider clock, params string[] replicas) =>
        Rig.Gateway(clock, replicas, (WebHostDefaults.EnvironmentKey, environment));

    [GeneratedRegex("(href|src)=\"(?<path>[^\"]+)\"")]
    private static partial Regex Named();

    [GeneratedRegex("from \"\\./(?<file>[^\"]+)\"")]
    private static partial Regex Imported();

    /// <summary>A clock that stands still until it is set.</summary>
    private sealed class Clock : TimeProvider
    {
        public long Milliseconds { get; set; }

        public override long TimestampFrequency => 1_000;

        public override long GetTimestamp() => Milliseconds;
    }
}
