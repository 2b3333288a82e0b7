using System.Net;
using Xunit;
using static Dugout.AppHost.Tests.WholeSystem;

namespace Dugout.AppHost.Tests;

/// <summary>The system as its dashboard shows it: the real one, looked at with a browser.</summary>
public sealed partial class WholeSystemTests
{
    [Fact]
    public async Task The_first_page_of_the_dashboard_shows_every_resource_with_its_state_and_address()
    {
        await using var page = await OpenDashboardAsync();

        await page.GoAsync("/");

        foreach (var (name, resource) in system.RunFile.GetProperty("resources").EnumerateObject().Select(resource => (resource.Name, resource.Value)))
        {
            if (name is "load" or "dashboard") continue;
            await page.RowShowsAsync(name, name == "migrator" ? "Finished" : "Running");
            if (resource.GetProperty("url").GetString() is { } url && url.StartsWith("http", StringComparison.Ordinal))
                await page.RowLeadsToAsync(name, url);
        }
        await page.RowShowsAsync("load", "Not started");
    }

    [Fact]
    public async Task A_resource_is_known_by_its_health_environment_and_process()
    {
        await using var page = await OpenDashboardAsync();

        await page.OpenDetailsAsync("api-1");

        await page.ShowsAsync($"Process ID {system.RunFile.GetProperty("resources").GetProperty("api-1").GetProperty("pid")}");
        await page.ShowsAsync("Healthy (");
        await page.ShowsAsync("ConnectionStrings__Primary ●●●");
    }

    [Fact]
    public async Task What_a_resource_says_is_on_its_console_page()
    {
        await using var page = await OpenDashboardAsync();

        await page.GoAsync("/consolelogs/resource/api-1");
        await page.ShowsAsync("Now listening on: ");

        await page.GoAsync("/consolelogs/resource/mysql-primary");
        await page.ShowsAsync("ready for connections");
    }

    /// <summary>Runtime, HTTP, pool, cache and funnel.</summary>
    [Fact]
    public async Task Metrics_of_a_replica_arrive()
    {
        await using var page = await OpenDashboardAsync();
        var replica = system.RunFile.GetProperty("resources").GetProperty("api-1").GetProperty("url").GetString();
        using var fan = await SignInAsync("fan3@dugout.test", replica);
        await PostAsync(fan, "/api/games/5/holds", new { seats = new[] { new { gradeId = 21, number = 1 } } });
        // Names that exist are accepted; unknown names are rejected.
        using var guest = new HttpClient { BaseAddress = fan.BaseAddress };
        await GetAsync(guest, "/api/teams");
        Assert.Equal(HttpStatusCode.NotFound, (await guest.GetAsync(new Uri("/api/games/100000", UriKind.Relative))).StatusCode);

        await page.GoAsync("/metrics/resource/api-1");

        foreach (var instrument in (string[])["dotnet.gc.collections", "http.server.request.duration", "db.client.connections.usage", "dugout.cache.misses", "dugout.holds", "dugout.errors"])
            await page.ShowsAsync(instrument);
    }

    [Fact]
    public async Task A_command_chosen_on_the_page_is_run()
    {
        await using var page = await OpenDashboardAsync();
        using var http = new HttpClient { BaseAddress = new(system.RunFile.GetProperty("gateway").GetString()!) };

        foreach (var policy in (string[])["Random", "RoundRobin"])
        {
            await page.ChooseAsync("gateway", $"Balance by {policy}");
            await BecomesAsync(policy);
        }

        async Task BecomesAsync(string policy)
        {
            var deadline = DateTime.UtcNow.AddSeconds(60);
            string? now;
            do
                now = (await GetAsync(http, "/_gateway/policy")).GetProperty("policy").GetString();
            while (now != policy && DateTime.UtcNow < deadline);
            Assert.Equal(policy, now);
        }
    }

    [Fact]
    public async Task What_is_stopped_on_the_page_is_started_there()
    {
        await using var page = await OpenDashboardAsync();

        await page.ChooseAsync("worker", "Stop");
        try
        {
            await page.RowShowsAsync("worker", "Finished");
        }
        finally
        {
            // The other tests of this system need its worker.
            await page.ChooseAsync("worker", "Start");
        }

        await page.RowShowsAsync("worker", "Running");
    }

    [Fact]
    public async Task Whoever_has_no_token_is_asked_for_it()
    {
        await using var page = await DashboardPage.OpenAsync(system.RunFile.GetProperty("dashboard").GetString()!, login: null);

        await page.GoAsync("/");

        await page.ShowsAsync("token");
        Assert.Contains("/login", page.Address, StringComparison.Ordinal);
    }

    /// <summary>It would be there if telemetry were taken without a key.</summary>
    [Fact]
    public async Task Nothing_of_the_dashboard_is_said_to_be_unsecured()
    {
        await using var page = await OpenDashboardAsync();

        await page.GoAsync("/");
        await page.RowShowsAsync("gateway", "Running");

        await page.ShowsNotAsync("unsecured");
    }

    private Task<DashboardPage> OpenDashboardAsync() =>
        DashboardPage.OpenAsync(system.RunFile.GetProperty("dashboard").GetString()!, system.RunFile.GetProperty("dashboardLogin").GetString());
}
