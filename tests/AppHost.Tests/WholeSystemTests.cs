using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Xunit;
using static Dugout.AppHost.Tests.WholeSystem;

namespace Dugout.AppHost.Tests;

/// <summary>The whole system once, started as a user starts it, beside whatever else is running.</summary>
public sealed partial class WholeSystemTests(WholeSystemTests.System system) : IClassFixture<WholeSystemTests.System>
{
    [Fact]
    public void The_run_file_names_every_resource_with_its_process()
    {
        // As it is now: another test may have stopped and started one of them.
        using var run = JsonDocument.Parse(File.ReadAllText(system.AppHost.RunFile));
        var resources = run.RootElement.GetProperty("resources").EnumerateObject().ToDictionary(resource => resource.Name, resource => resource.Value);

        string[] expected = ["api-1", "api-2", "api-3", "gateway", "migrator", "mysql-primary", "mysql-replica-1", "partners", "redis", "redis-cache", "worker"];
        Assert.Superset(expected.ToHashSet(), resources.Keys.ToHashSet());
        foreach (var name in expected.Except(["migrator"]))
        {
            Assert.Equal("running", resources[name].GetProperty("state").GetString());
            Assert.True(Directory.Exists($"/proc/{resources[name].GetProperty("pid").GetInt32()}"), name);
        }

        Assert.Equal("finished", resources["migrator"].GetProperty("state").GetString());
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(system.AppHost.RunFile));
    }

    [Fact]
    public void The_table_names_the_engine_and_the_stand_ins()
    {
        Assert.Matches(TestServers.EngineOfThisRun == DatabaseEngine.MySql ? @"Servers +MySQL \d+\.\d+" : @"Servers +MariaDB 1\d\.", system.AppHost.Output);
        Assert.Contains("Stand-in   for NBomber", system.AppHost.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_nine_steps_work_through_the_gateway()
    {
        using var http = await SignInAsync("fan1@dugout.test");

        Assert.Equal(10, (await GetAsync(http, "/api/teams")).GetProperty("items").GetArrayLength());
        var game = (await GetAsync(http, "/api/games/3")).GetProperty("startsAt").GetDateTime();
        Assert.Equal(103, (await GetAsync(http, $"/api/games?month={game:yyyy-MM}")).GetProperty("items").GetArrayLength());
        var grade = (await GetAsync(http, "/api/games/3/grades")).GetProperty("items")[0];
        var gradeId = grade.GetProperty("gradeId").GetInt64();
        Assert.Equal(1_000, (await GetAsync(http, $"/api/games/3/grades/{gradeId}")).GetProperty("capacity").GetInt32());
        var hold = await PostAsync(http, "/api/games/3/holds", new { seats = new[] { new { gradeId, number = 1 } } });
        var reservation = await PostAsync(http, "/api/reservations", new { gameId = 3, holdId = hold.GetProperty("holdId").GetInt64() });
        Assert.Equal(50_000, reservation.GetProperty("total").GetInt64());

        // Three replicas, taking turns: each is asked at least twice.
        for (var i = 0; i < 6; i++)
        {
            Assert.Equal(1, (await GetAsync(http, $"/api/games/3/grades/{gradeId}/taken")).GetProperty("taken")[0].GetInt32());
            Assert.Equal(999, (await GetAsync(http, "/api/games/3/grades")).GetProperty("items")[0].GetProperty("remaining").GetInt32());
        }
    }

    [Fact]
    public async Task An_order_is_paid_by_worker_and_partner()
    {
        using var http = await SignInAsync("fan2@dugout.test");

        var order = (await PostAsync(http, "/api/orders", new { lines = new[] { new { productId = 1, quantity = 1 } } })).GetProperty("orderId").GetInt64();

        var deadline = DateTime.UtcNow.AddSeconds(60);
        string? state;
        do
            state = (await GetAsync(http, $"/api/orders/{order}")).GetProperty("state").GetString();
        while (state == "placed" && DateTime.UtcNow < deadline);
        Assert.Equal("paid", state);
    }

    /// <summary>What it asks of its programs every five seconds costs it next to nothing. Of several windows one counts: what was compiled and collected before isn't idleness.</summary>
    [Fact]
    public async Task An_idle_AppHost_uses_a_hundredth_of_a_core_at_most()
    {
        const int ticksASecond = 100; // USER_HZ, as Linux has it for every program.
        var window = TimeSpan.FromSeconds(5);
        var least = double.MaxValue;
        for (var turn = 0; turn < 12 && least > 0.01; turn++)
        {
            var before = Ticks();
            await Task.Delay(window);
            least = Math.Min(least, (Ticks() - before) / (ticksASecond * window.TotalSeconds));
        }

        Assert.InRange(least, 0, 0.01);

        long Ticks()
        {
            var fields = File.ReadAllText($"/proc/{system.AppHost.Id}/stat").Split(')')[^1].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return long.Parse(fields[11], CultureInfo.InvariantCulture) + long.Parse(fields[12], CultureInfo.InvariantCulture);
        }
    }

    [Fact]
    public async Task A_trace_passes_gateway_replica_database_and_Redis()
    {
        using var http = new HttpClient { BaseAddress = new(system.RunFile.GetProperty("gateway").GetString()!) };
        var traceId = Guid.NewGuid().ToString("n");
        using var request = new HttpRequestMessage(HttpMethod.Get, "/api/games/4/grades/16/taken");
        request.Headers.Add("traceparent", $"00-{traceId}-00f067aa0ba902b7-01");
        Assert.Equal(HttpStatusCode.OK, (await http.SendAsync(request)).StatusCode);

        using var anonymous = new HttpClient { BaseAddress = new(system.RunFile.GetProperty("dashboard").GetString()!) };
        Assert.Equal(HttpStatusCode.Unauthorized, (await anonymous.GetAsync(new Uri("/api/telemetry/resources", UriKind.Relative))).StatusCode);
        using var reader = Dashboard();
        var deadline = DateTime.UtcNow.AddSeconds(60);
        string trace;
        do
        {
            var answer = await reader.GetAsync(new Uri($"/api/telemetry/spans?traceId={traceId}", UriKind.Relative));
            trace = await answer.Content.ReadAsStringAsync();
        }
        while (!IsWhole(trace) && DateTime.UtcNow < deadline);
        Assert.True(IsWhole(trace), trace);
    }

    /// <summary>Polls of replicas, leases, the outbox and health start no traces, so users' requests are easy to find.</summary>
    [Fact]
    public async Task A_system_at_rest_starts_no_traces()
    {
        using var http = new HttpClient { BaseAddress = new(system.RunFile.GetProperty("gateway").GetString()!) };
        await GetAsync(http, "/api/teams");
        using var reader = Dashboard();
        var since = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() * 1_000_000;
        // A window of measurement: exporters send every five seconds.
        await Task.Delay(TimeSpan.FromSeconds(12));

        var spans = (await GetAsync(reader, "/api/telemetry/spans?limit=10000")).GetProperty("data").GetProperty("resourceSpans").EnumerateArray()
            .SelectMany(resource => resource.GetProperty("scopeSpans").EnumerateArray()).SelectMany(scope => scope.GetProperty("spans").EnumerateArray()).ToList();
        Assert.NotEmpty(spans);
        Assert.Equal([], spans.Where(span => StartOf(span) > since).Select(span => span.GetProperty("name").GetString()));

        static long StartOf(JsonElement span) => long.Parse(span.GetProperty("startTimeUnixNano").GetString()!, CultureInfo.InvariantCulture);
    }

    /// <summary>A client of the dashboard's API.</summary>
    private HttpClient Dashboard()
    {
        var reader = new HttpClient { BaseAddress = new(system.RunFile.GetProperty("dashboard").GetString()!) };
        reader.DefaultRequestHeaders.Add("x-api-key", system.RunFile.GetProperty("dashboardApiKey").GetString());
        return reader;
    }

    private static bool IsWhole(string trace) =>
        trace.Contains("\"gateway\"", StringComparison.Ordinal) && trace.Contains("\"api-", StringComparison.Ordinal)
        && trace.Contains("held seats", StringComparison.Ordinal) && trace.Contains("\"MySqlConnector\"", StringComparison.Ordinal);

    /// <summary>A client of the gateway, or of what the caller names, that carries a fan's token.</summary>
    private async Task<HttpClient> SignInAsync(string email, string? at = null)
    {
        var http = new HttpClient { BaseAddress = new(at ?? system.RunFile.GetProperty("gateway").GetString()!) };
        var session = await PostAsync(http, "/api/sessions", new { email, password = "take-me-out-2027" });
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", session.GetProperty("accessToken").GetString());
        return http;
    }

    /// <summary>Started before the first test, stopped after the last.</summary>
    public sealed class System : IAsyncLifetime
    {
        private readonly TestFolder _folder = new();

        internal AppHostProcess AppHost { get; private set; } = null!;

        public JsonElement RunFile { get; private set; }

        public async ValueTask InitializeAsync()
        {
            AppHost = AppHostProcess.Start(_folder.Path);
            RunFile = await AppHost.ReadyAsync();
        }

        public async ValueTask DisposeAsync()
        {
            await AppHost.DisposeAsync();
            _folder.Dispose();
        }
    }
}
