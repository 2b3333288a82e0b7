using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using Aspire.Hosting.Testing;
using Dugout.AppHost.Tests.Infrastructure;
using Dugout.Infrastructure.Run;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>The true AppHost, started inside another program that changes a setting of one of its resources.</summary>
public sealed class TestingBuilderTests
{
    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Two_systems_at_once_do_not_meet_and_each_has_its_own_settings()
    {
        await using var first = await TestedSystem.CreateAsync("first", readReplicas: 1, accounts: 40);
        await using var second = await TestedSystem.CreateAsync("second", readReplicas: 0);
        await Task.WhenAll(first.StartAsync(), second.StartAsync());

        // Neither processes nor ports are shared, and each gateway leads to its own API.
        Assert.Equal((8, 7), (first.Processes.Count, second.Processes.Count));
        Assert.Equal(15, first.Processes.Concat(second.Processes).Distinct().Count());
        Assert.Empty(first.Addresses.Intersect(second.Addresses));
        foreach (var system in (TestedSystem[])[first, second])
        {
            using var answer = await system.Http.GetAsync(new Uri("/api/games/3/grades", UriKind.Relative), Stop);
            Assert.Equal([system.Name], answer.Headers.GetValues("X-Served-By"));
        }

        // A command of one changes nothing in the other.
        await first.CommandAsync("gateway", "balance-random");
        Assert.Equal((true, false), (await PolicyAsync(first) == "Random", await PolicyAsync(second) == "Random"));

        // A seat sold in one system is on sale in the other, where a session of the first is invalid.
        var session = await first.PostAsync("/api/sessions", new { email = "fan1@dugout.test", password = "take-me-out-2027" });
        var token = session.GetProperty("accessToken").GetString()!;
        var gradeId = (await first.GetAsync("/api/games/3/grades")).GetProperty("items")[0].GetProperty("gradeId").GetInt64();
        var hold = await first.PostAsync("/api/games/3/holds", new { seats = new[] { new { gradeId, number = 1 } } }, token);
        await first.PostAsync("/api/reservations", new { gameId = 3, holdId = hold.GetProperty("holdId").GetInt64() }, token);
        Assert.Equal(999, await RemainingAsync(first));
        Assert.Equal(1_000, await RemainingAsync(second));
        using var stranger = new HttpRequestMessage(HttpMethod.Get, "/api/reservations");
        stranger.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        using var refused = await second.Http.SendAsync(stranger, Stop);
        Assert.Equal(HttpStatusCode.Unauthorized, refused.StatusCode);

        await LoadRunAsync(first);

        // One ends, and the other goes on.
        await first.StopAsync();
        first.AssertGone();
        Assert.Equal(1_000, await RemainingAsync(second));
        await second.StopAsync();
        second.AssertGone();

        static async Task<string?> PolicyAsync(TestedSystem system) => (await system.GetAsync("/_gateway/policy")).GetProperty("policy").GetString();

        static async Task<int> RemainingAsync(TestedSystem system) =>
            (await system.GetAsync("/api/games/3/grades")).GetProperty("items")[0].GetProperty("remaining").GetInt32();
    }

    /// <summary>Started from the dashboard, and over within a minute; beside another system it may well be late, but what it sold is in the books.</summary>
    private static async Task LoadRunAsync(TestedSystem system)
    {
        await system.CommandAsync("gateway", "load-run");
        var second = await system.TryCommandAsync("gateway", "load-run");
        Assert.Equal((false, "A load run is already running; see the log of load."), (second.Success, second.Message));

        var end = await system.App.ResourceNotifications.WaitForResourceAsync("load", change => change.Snapshot.ExitCode is not null, Stop).WaitAsync(TimeSpan.FromMinutes(10), Stop);

        var log = await system.LogAsync("load", until: "result: ");
        Assert.True(end.Snapshot.ExitCode is 0 or 1, log);
        Assert.InRange(await SoldAsync(system), 2, int.MaxValue);

        static async Task<int> SoldAsync(TestedSystem system) =>
            int.Parse((await Sql.ScalarAsync(await system.PrimaryAsync(DatabaseAccount.Checks), "SELECT COUNT(*) FROM reservations"))!, CultureInfo.InvariantCulture);
    }

    [Fact]
    public async Task A_start_that_is_refused_is_told_at_once()
    {
        // Which setting it was, the AppHost has said on the console.
        var refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => DistributedApplicationTestingBuilder.CreateAsync<EntryPoint>(["--replicas", "none"], Stop));
        Assert.Contains("exited without building", refused.Message, StringComparison.Ordinal);
    }
}
