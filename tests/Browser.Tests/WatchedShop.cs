using System.Diagnostics;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using Dapper;
using Dugout.Browser.Tests;
using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.Redis;
using Dugout.Tests.Support;
using Microsoft.Playwright;
using MySqlConnector;
using Xunit;

// One browser window draws at a time: two of them leave too little of two cores to what runs beside.
[assembly: CollectionBehavior(MaxParallelThreads = 1)]
[assembly: AssemblyFixture(typeof(WatchedShop))]

namespace Dugout.Browser.Tests;

/// <summary>A shop as it runs, servers, migrator, two API processes and the gateway, and a browser to look at it. Where there is no browser, nothing is started.</summary>
public sealed class WatchedShop : TestServers
{
    /// <summary>The password of every seeded fan.</summary>
    public const string Password = "take-me-out-2027";

    private const int GamesAMonth = 103;
    private const int GradesAGame = 5;
    private const int MostTries = 10;
    private static readonly string[] Names = ["api-1", "api-2"];

    private readonly List<Uri> _replicas = [];
    private readonly TestFolder _home = new();
    private readonly Dictionary<string, KillableProcess> _killed = [];
    private RedisServerResource? _redis;
    private string? _missing;
    private IPlaywright? _playwright;
    private IBrowser? _browser;
    private HttpClient? _http;
    private int _lastFan;
    private long _lastGame = 10;

    /// <summary>Whom fans and pages ask.</summary>
    public HttpClient Gateway => _http ?? throw new InvalidOperationException("There is no browser, so there is no shop.");

    /// <summary>The replicas' addresses, for who asks one without the gateway.</summary>
    public IReadOnlyList<Uri> Replicas => _replicas;

    public override async ValueTask InitializeAsync()
    {
        ChromiumProgram program;
        try
        {
            program = await ChromiumProgram.ObtainAsync(CancellationToken.None);
        }
        catch (StartFailedException refusal)
        {
            _missing = refusal.Message;
            return;
        }

        await HeavyTests.OnTheSecondCoreAsync();
        await base.InitializeAsync();
        _http = new() { BaseAddress = await AddressOfAsync("gateway") };
        // Learnt before a test kills one: the orchestrator takes a killed process for failed, even after the test has started it again.
        foreach (var name in Names)
            _replicas.Add(await AddressOfAsync(name));
        _playwright = await Playwright.CreateAsync();
        Assertions.SetDefaultExpectTimeout((float)Watching.Patience.TotalMilliseconds);
        _browser = await _playwright.Chromium.LaunchAsync(new()
        {
            ExecutablePath = program.Path,
            Args = ["--no-sandbox"],
            Env = program.EnvironmentIn(_home.Path),
        });
    }

    public override async ValueTask DisposeAsync()
    {
        if (_browser is not null)
            await _browser.CloseAsync();
        _playwright?.Dispose();
        _http?.Dispose();
        foreach (var process in _killed.Values)
            await process.DisposeAsync();
        await base.DisposeAsync();
        _home.Dispose();
    }

    /// <summary>A window, with nothing kept from others. Skips the test where there is no browser.</summary>
    internal async Task<IBrowserContext> WindowAsync(BrowserNewContextOptions? options = null)
    {
        Assert.SkipWhen(_browser is null, $"Optional: {_missing}");
        var window = await _browser!.NewContextAsync(options ?? new());
        window.SetDefaultTimeout((float)Watching.Patience.TotalMilliseconds);
        return window;
    }

    /// <summary>A game on sale that no other test uses, not one of the first two of a month; no test buys in its neighbours or in the first game on sale.</summary>
    public long NextGame()
    {
        long game;
        do
            game = Interlocked.Add(ref _lastGame, 2);
        while ((game - 1) % GamesAMonth < 2);
        return game <= 2 * GamesAMonth ? game : throw new InvalidOperationException("The second month is over.");
    }

    /// <summary>The first seat grade of a game, with 1,000 seats in two blocks.</summary>
    public static long Grade(long game, int n = 1) => ((game - 1) * GradesAGame) + n;

    /// <summary>The e-mail of a fan whom no other test uses.</summary>
    public string NextEmail() => $"fan{Interlocked.Increment(ref _lastFan)}@dugout.test";

    /// <summary>A new fan, or the one with this e-mail, signed in: a client that sends the token.</summary>
    public async Task<HttpClient> NextFanAsync(string? email = null)
    {
        var fan = new HttpClient { BaseAddress = Gateway.BaseAddress };
        email ??= NextEmail();
        using var answer = await SendAsync(fan, () => new(HttpMethod.Post, "/api/sessions") { Content = JsonContent.Create(new { email, password = Password }) });
        var session = await answer.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonElement>();
        fan.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", session.GetProperty("accessToken").GetString());
        return fan;
    }

    /// <summary>Holds seats of one grade.</summary>
    /// <returns>The hold's id; null where it was refused.</returns>
    public static async Task<long?> HoldAsync(HttpClient fan, long game, long grade, params int[] numbers)
    {
        using var answer = await SendAsync(fan, () => new(HttpMethod.Post, $"/api/games/{game}/holds") { Content = JsonContent.Create(new { seats = numbers.Select(number => new { gradeId = grade, number }) }) });
        return answer.IsSuccessStatusCode ? (await answer.Content.ReadFromJsonAsync<JsonElement>()).GetProperty("holdId").GetInt64() : null;
    }

    /// <summary>Holds seats of one grade and reserves them.</summary>
    /// <returns>Whether they were sold.</returns>
    public static async Task<bool> BuyAsync(HttpClient fan, long game, long grade, params int[] numbers)
    {
        if (await HoldAsync(fan, game, grade, numbers) is not { } holdId)
            return false;
        var key = Guid.NewGuid().ToString();
        using var answer = await SendAsync(fan, () => new(HttpMethod.Post, "/api/reservations") { Content = JsonContent.Create(new { gameId = game, holdId }), Headers = { { "Idempotency-Key", key } } });
        return answer.IsSuccessStatusCode;
    }

    /// <summary>Sends a request, and again where a busy shop says when: a part of it may just have been started again.</summary>
    private static async Task<HttpResponseMessage> SendAsync(HttpClient fan, Func<HttpRequestMessage> make)
    {
        for (var tried = 1; ; tried++)
        {
            using var request = make();
            var answer = await fan.SendAsync(request);
            if (answer.StatusCode != HttpStatusCode.ServiceUnavailable || answer.Headers.RetryAfter?.Delta is not { } pause || tried == MostTries)
            {
                if (!answer.IsSuccessStatusCode)
                    TestContext.Current.TestOutputHelper?.WriteLine($"{request.Method} {request.RequestUri}: {(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");
                return answer;
            }

            answer.Dispose();
            await Task.Delay(pause);
        }
    }

    /// <summary>Kills a replica or Redis; the test starts it again.</summary>
    public async Task KillAsync(string name)
    {
        if (!_killed.TryGetValue(name, out var process))
            process = _killed[name] = name == "redis"
                ? new(await Servers.ProcessOfAsync(name), [_redis!.Program.Path, Servers.Folder.In("config", "redis.conf")], _redis.Program.Environment)
                : new(await Servers.ProcessOfAsync(name));
        await process.KillAsync();
    }

    /// <summary>Starts what was killed, and returns when the gateway's requests get there again.</summary>
    public async Task StartAgainAsync(string name)
    {
        await _killed[name].StartAsync();
        for (var waited = Stopwatch.StartNew(); !await (name == "redis" ? CanHoldAsync() : AnswersAsync());)
        {
            Assert.True(waited.Elapsed < Watching.Patience, $"{name} is not back.");
            await Task.Delay(100);
        }

        async Task<bool> AnswersAsync()
        {
            using var answer = await Gateway.GetAsync(new Uri("/api/teams", UriKind.Relative));
            return answer.Headers.TryGetValues("X-Served-By", out var names) && names.Contains(name);
        }
    }

    /// <summary>Whether the replicas reach Redis: several requests in a row, so that either of them answers some.</summary>
    private async Task<bool> CanHoldAsync()
    {
        try
        {
            using var fan = await NextFanAsync();
            for (var n = 1; n <= 6; n++)
                await fan.GetFromJsonAsync<JsonElement>("/api/games/1/holds");
            return true;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }

    /// <summary>Changes tables and rows behind the shop's back, and returns when its replica shows it: no message tells the caches, so a page that came too early would keep the old row.</summary>
    public async Task ChangeAsync(string sql, object? parameters = null)
    {
        await using var connection = new MySqlConnection(Servers.Primary(DatabaseAccount.Migrator));
        await connection.OpenAsync();
        await connection.ExecuteAsync(sql, parameters);
        await Servers.CaughtUpAsync();
    }

    private async Task<Uri> AddressOfAsync(string resource) => new((await Servers.App.ResourceNotifications.WaitForResourceHealthyAsync(resource)).Snapshot.Urls[0].Url);

    protected override void Add(IDistributedApplicationBuilder builder, MySqlCluster mysql, IResourceBuilder<IResourceWithConnectionString> redis)
    {
        _redis = (RedisServerResource)redis.Resource;
        var migrator = builder.AddProject("migrator", "../../src/Migrator/Migrator.csproj")
            .WithDatabase(mysql, DatabaseAccount.Migrator)
            .WithReference(redis, "Redis")
            .WithKeyRing()
            .WithEnvironment("Seed__Accounts", "3000")
            .WithEnvironment("Accounts__HashRounds", "1000")
            .WaitFor(mysql);
        var gateway = builder.AddProject("gateway", "../../src/Gateway/Gateway.csproj").WithHttp().WithHttpHealthCheck("/health/ready");
        foreach (var name in Names)
        {
            var api = builder.AddProject(name, "../../src/Api/Api.csproj")
                .WithDatabase(mysql, DatabaseAccount.App)
                .WithReference(redis, "Redis")
                .WithKeyRing()
                .WithEnvironment("ReplicaName", name)
                .WithEnvironment("Accounts__HashRounds", "1000")
                .WithEnvironment("Redis__DeadlineMilliseconds", "2000")
                .WithHttp()
                .WithHttpHealthCheck("/health/ready")
                .WaitFor(redis)
                .WaitForCompletion(migrator);
            gateway.WithDestination(api).WaitFor(api);
        }
    }
}
