using System.Diagnostics;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
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

    private static async Task LooksWholeAsync(Uri gateway)
    {
        using var http = new HttpClient { BaseAddress = gateway };
        Assert.Equal(JsonValueKind.Object, (await GetAsync(http, "/api/teams")).GetProperty("items")[0].GetProperty("stadium").ValueKind);
    }

    /// <summary>Reads something; see <see cref="SendAsync"/>.</summary>
    public static Task<JsonElement> GetAsync(HttpClient http, string path) => SendAsync(http, () => new HttpRequestMessage(HttpMethod.Get, path));

    /// <summary>Writes something, by one idempotency key however often it is sent; see <see cref="SendAsync"/>.</summary>
    public static Task<JsonElement> PostAsync(HttpClient http, string path, object body, string? token = null)
    {
        var key = Guid.NewGuid().ToString();
        return SendAsync(http, () =>
        {
            var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = JsonContent.Create(body) };
            request.Headers.Add("Idempotency-Key", key);
            if (token is not null)
                request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
            return request;
        });
    }

    /// <summary>
    /// Sends a request again for up to a minute while the answer is 502 or 503, because on a crowded machine replicas are busy or take longer than the gateway waits, or
    /// 500 for a write whose outcome is unknown, because the connection broke during its commit.
    /// </summary>
    private static async Task<JsonElement> SendAsync(HttpClient http, Func<HttpRequestMessage> make)
    {
        for (var since = Stopwatch.StartNew(); ; await Task.Delay(TimeSpan.FromMilliseconds(500), Stop))
        {
            using var request = make();
            using var answer = await http.SendAsync(request, Stop);
            var isRepeated = answer.StatusCode is HttpStatusCode.BadGateway or HttpStatusCode.ServiceUnavailable
                || (answer.StatusCode == HttpStatusCode.InternalServerError && request.Method == HttpMethod.Post);
            if (isRepeated && since.Elapsed < TimeSpan.FromMinutes(1))
                continue;
            Assert.True(answer.IsSuccessStatusCode, await answer.Content.ReadAsStringAsync(Stop));
            return await answer.Content.ReadFromJsonAsync<JsonElement>(Stop);
        }
    }
}
