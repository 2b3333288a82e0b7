using System.Diagnostics;
using System.Globalization;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>The gateway as it is started, where it may open few files.</summary>
public sealed class DescriptorLimitTests
{
    [Theory]
    [InlineData(500, 1)]
    [InlineData(372, 0)] // 2 × 372 + 256 = 1,000: just enough.
    [InlineData(373, 1)]
    public async Task Too_few_files_for_its_connections_is_one_warning_at_the_start(int connections, int warnings)
    {
        var folder = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../Gateway", new DirectoryInfo(AppContext.BaseDirectory).Name));
        using var work = new TestFolder();
        var log = Path.Combine(work.Path, "log");
        var address = $"http://127.0.0.1:{Rig.FreePort()}";
        await using var gateway = await KeptProcess.StartAsync(
            ["bash", "-c", "ulimit -n 1000; exec dotnet \"$1\" >\"$2\" 2>&1", "bash", Path.Combine(folder, "Dugout.Gateway.dll"), log],
            new Dictionary<string, string>
            {
                ["ASPNETCORE_URLS"] = address,
                ["Gateway__Connections"] = connections.ToString(CultureInfo.InvariantCulture),
                ["ReverseProxy__Clusters__api__Destinations__one__Address"] = "http://127.0.0.1:9",
            },
            folder);

        // Whoever answers has said before what they had to say; the log follows a moment later.
        using var http = new HttpClient { BaseAddress = new(address) };
        for (var waited = Stopwatch.StartNew(); !await LivesAsync(http); await Task.Delay(20))
            Assert.True(waited.Elapsed < TimeSpan.FromSeconds(60), gateway.HasEnded ? "It has ended." : "It doesn't answer.");
        for (var waited = Stopwatch.StartNew(); Said(log, "Application started") == 0; await Task.Delay(20))
            Assert.True(waited.Elapsed < TimeSpan.FromSeconds(30), "It doesn't say that it has started.");

        var need = (2 * connections) + 256;
        Assert.Equal(warnings, Said(log, $"This process may open 1000 files, and {need} are needed for {connections} connections. Where it is started, say before: ulimit -n {need}"));
        Assert.Equal(warnings, Said(log, "ulimit"));
    }

    private static int Said(string log, string what) => File.ReadAllText(log).Split(what).Length - 1;

    private static async Task<bool> LivesAsync(HttpClient http)
    {
        try
        {
            using var answer = await http.GetAsync(new Uri("/health/live", UriKind.Relative));
            return answer.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            // It doesn't listen yet.
            return false;
        }
    }
}
