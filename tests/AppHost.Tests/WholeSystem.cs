using System.Diagnostics;
using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>What tests of whole systems ask of a run file and of the processes in it.</summary>
internal static class WholeSystem
{
    /// <summary>The smallest system: one replica of the API, three accounts, no dashboard.</summary>
    public static string[] Small { get; } = ["--replicas", "1", "--accounts", "3", "--dashboard", "off"];

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    /// <summary>The process ids in a run file.</summary>
    public static List<int> Processes(JsonElement runFile) =>
    [
        .. runFile.GetProperty("resources").EnumerateObject()
            .Where(resource => resource.Value.GetProperty("pid").ValueKind == JsonValueKind.Number)
            .Select(resource => resource.Value.GetProperty("pid").GetInt32()),
    ];

    /// <summary>Whether a process runs.</summary>
    public static bool IsAlive(int process) => Directory.Exists($"/proc/{process}");

    /// <summary>Whether a system has put data into its database at this start.</summary>
    public static bool HasSeeded(AppHostProcess system) => system.Output.Contains("Seeded", StringComparison.Ordinal);

    /// <summary>Fails unless the gateway of a run file answers from the database.</summary>
    public static Task LooksWholeAsync(JsonElement runFile) => LooksWholeAsync(new Uri(runFile.GetProperty("gateway").GetString()!));

    /// <summary>Asks again for a while where the answer is 503: on a crowded machine the first answers of all may be that.</summary>
    private static async Task LooksWholeAsync(Uri gateway)
    {
        using var http = new HttpClient { BaseAddress = gateway };
        var since = Stopwatch.StartNew();
        while (true)
        {
            using var answer = await http.GetAsync(new Uri("/api/teams", UriKind.Relative), Stop);
            if (answer.StatusCode != HttpStatusCode.ServiceUnavailable || since.Elapsed > TimeSpan.FromMinutes(1))
            {
                Assert.Contains("\"stadium\"", await answer.Content.ReadAsStringAsync(Stop), StringComparison.Ordinal);
                return;
            }

            await Task.Delay(TimeSpan.FromMilliseconds(500), Stop);
        }
    }
}
