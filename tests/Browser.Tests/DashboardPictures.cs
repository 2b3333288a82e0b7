using System.Globalization;
using System.Text.Json;
using Dugout.AppHost.Tests;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>Makes the pictures of the dashboard anew. Not run with the tests: <c>artifacts/bin/Browser.Tests/debug/Dugout.Browser.Tests -explicit only</c>.</summary>
public sealed class DashboardPictures
{
    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact(Explicit = true)]
    public async Task Of_the_resources_and_of_a_request()
    {
        using var folder = new TestFolder();
        await using var system = AppHostProcess.Start(folder.Path);
        var run = await system.ReadyAsync();
        await using var page = await DashboardPage.OpenAsync(run.GetProperty("dashboard").GetString()!, run.GetProperty("dashboardLogin").GetString());

        await page.GoAsync("/");
        await page.RowShowsAsync("gateway", "Running");
        await Task.Delay(TimeSpan.FromSeconds(2), Stop);
        await page.PictureAsync(Path.Combine(Picture.Checkout, "AppHost/dashboard.png"));

        var trace = await RequestAsync(run);
        await page.GoAsync(string.Create(CultureInfo.InvariantCulture, $"/traces/detail/{trace}"));
        await page.ShowsAsync("gateway");
        await page.ShowsAsync("api-");
        await Task.Delay(TimeSpan.FromSeconds(2), Stop);
        await page.PictureAsync(Path.Combine(Picture.Checkout, "AppHost/trace.png"));
    }

    /// <summary>One that passes gateway, replica, database and Redis.</summary>
    /// <returns>The id of its trace.</returns>
    private static async Task<string> RequestAsync(JsonElement run)
    {
        using var http = new HttpClient { BaseAddress = new(run.GetProperty("gateway").GetString()!) };
        var trace = Guid.NewGuid().ToString("n");
        using var request = new HttpRequestMessage(HttpMethod.Get, "/api/games/4/grades/16/taken");
        request.Headers.Add("traceparent", $"00-{trace}-00f067aa0ba902b7-01");
        using var answer = await http.SendAsync(request, Stop);
        answer.EnsureSuccessStatusCode();
        // Spans are sent each second.
        await Task.Delay(TimeSpan.FromSeconds(5), Stop);
        return trace;
    }
}
