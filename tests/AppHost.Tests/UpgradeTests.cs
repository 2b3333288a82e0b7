using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using Dugout.AppHost.Tests.Infrastructure;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>
/// As <c>AppHost/README.md</c> has it: first the tables, expanded, then one replica after the other, while fans read and buy. Each replica returns as another program: a copy of
/// the build in another folder, because a checkout has one version only.
/// </summary>
public sealed class UpgradeTests
{
    private const int Readers = 3;
    private const int Buyers = 4;
    private const int SeatsAGame = 4;

    /// <summary>The seed's months have this many games; the first two of each are not on sale.</summary>
    private const int GamesAMonth = 103;

    /// <summary>So many answers after it all show that it goes on.</summary>
    private const int Enough = 200;

    private static readonly string[] Replicas = ["api-1", "api-2"];

    /// <summary>On a machine without an idle processor everything comes late: nothing here may depend on the shipped times, as in <c>ReplicaProcessesTests</c>.</summary>
    private static readonly (string Name, string Value)[] Patient =
    [
        ("Drain__Seconds", "5"), ("Limits__DeadlineMilliseconds", "30000"), ("Redis__DeadlineMilliseconds", "5000"), ("Database__ConnectSeconds", "10"),
        ("Database__CommandSeconds", "20"), ("Sessions__TrustMilliseconds", "60000"),
    ];

    private readonly ConcurrentQueue<string> _failed = [];
    private readonly ConcurrentBag<long> _bought = [];
    private int _answered;
    private int _cancelled;

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_sale_continues_during_an_upgrade_with_a_change_of_its_tables()
    {
        using var programs = new TestFolder();
        await using var system = await TestedSystem.CreateAsync("api-1", readReplicas: 0, replicas: Replicas.Length, accounts: Buyers);
        system.Set("gateway", ("ReverseProxy__Clusters__api__HttpRequest__ActivityTimeout", "00:00:30"), ("ReverseProxy__Clusters__api__HealthCheck__Active__Interval", "00:00:00.25"));
        foreach (var replica in Replicas)
        {
            system.Set(replica, Patient);
            system.RunThrough(replica, Path.Combine(programs.Path, replica));
        }

        await system.StartAsync();
        var other = Path.Combine(programs.Path, "other");
        Assert.Null(await FolderCopy.MakeAsync(new DirectoryInfo(Path.Combine(programs.Path, Replicas[0])).LinkTarget!, other, Stop));
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(Stop);
        var fans = Enumerable.Range(0, Readers).Select(_ => ReadAsync(system, ended.Token)).ToList();
        for (var buyer = 0; buyer < Buyers; buyer++)
            fans.Add(BuyAsync(system, buyer, await system.SignInAsync(buyer + 1), ended.Token));
        await ContinuesAsync();

        var tables = await system.PrimaryAsync(DatabaseAccount.Migrator);
        await Sql.RunAsync(tables, "ALTER TABLE games ADD COLUMN weather VARCHAR(20) NULL");
        await Sql.RunAsync(tables, "ALTER TABLE reservations ADD COLUMN channel VARCHAR(20) NOT NULL DEFAULT 'web'");
        foreach (var replica in Replicas)
        {
            var before = await ProcessAsync(system, replica, _ => true);
            TestedSystem.Link(Path.Combine(programs.Path, replica), other);
            await system.CommandAsync(replica, KnownResourceCommands.RestartCommand);
            var process = await ProcessAsync(system, replica, process => process != before);
            Assert.StartsWith(other, new FileInfo($"/proc/{process}/exe").LinkTarget, StringComparison.Ordinal);
            await IsAskedAgainAsync(system, replica);
        }

        await ContinuesAsync();
        await ended.CancelAsync();
        await Task.WhenAll(fans);
        Assert.Empty(_failed);
        Assert.Equal($"{_bought.Count}, {_bought.Count - _cancelled}", await Sql.ScalarAsync(
            tables, "SELECT CONCAT((SELECT COUNT(*) FROM reservations), ', ', (SELECT COUNT(*) FROM seat_claims WHERE reservation_id IS NOT NULL))"));
        Assert.Equal(_bought.Count, _bought.Distinct().Count());
        TestContext.Current.SendDiagnosticMessage($"upgrade: {_answered} requests, {_bought.Count} purchases, {_cancelled} cancelled, 0 failed");
        await system.StopAsync();
    }

    /// <summary>Waits for more responses and more purchases.</summary>
    private async Task ContinuesAsync()
    {
        var (answered, bought) = (Volatile.Read(ref _answered), _bought.Count);
        for (var since = Stopwatch.StartNew(); Volatile.Read(ref _answered) < answered + Enough || _bought.Count < bought + Buyers; await Task.Delay(20, Stop))
            Assert.True(since.Elapsed < Wait.Patience, $"{_answered - answered} responses and {_bought.Count - bought} purchases in {Wait.Patience}. {string.Join('\n', _failed)}");
    }

    private async Task ReadAsync(TestedSystem system, CancellationToken ended)
    {
        string[] paths = ["/api/teams", "/api/games/3", "/api/games/3/grades", "/api/games/4/grades"];
        for (var n = 0; !ended.IsCancellationRequested; n++, await Task.Delay(10, Stop))
            await SendAsync(system, HttpMethod.Get, paths[n % paths.Length]);
    }

    /// <summary>Holds a seat that no other fan wants, buys it, repeats the purchase, and cancels every second one. So slowly that the season's games suffice.</summary>
    private async Task BuyAsync(TestedSystem system, int buyer, string token, CancellationToken ended)
    {
        for (var (game, seat) = (3, 0); !ended.IsCancellationRequested; seat++, await Task.Delay(50, Stop))
        {
            if (seat == SeatsAGame)
            {
                seat = 0;
                do
                    game++;
                while ((game - 1) % GamesAMonth < 2);
            }

            var grades = await SendAsync(system, HttpMethod.Get, $"/api/games/{game}/grades");
            var seats = new[] { new { gradeId = grades.GetProperty("items")[0].GetProperty("gradeId").GetInt64(), number = 1 + (buyer * SeatsAGame) + seat } };
            var hold = await SendAsync(system, HttpMethod.Post, $"/api/games/{game}/holds", token, new { seats });
            var (key, purchase) = (Guid.NewGuid().ToString(), new { gameId = game, holdId = hold.GetProperty("holdId").GetInt64() });
            var bought = await SendAsync(system, HttpMethod.Post, "/api/reservations", token, purchase, key);
            var repeated = await SendAsync(system, HttpMethod.Post, "/api/reservations", token, purchase, key);
            if (bought.GetRawText() != repeated.GetRawText())
                _failed.Enqueue($"A repeated purchase returned {repeated} instead of {bought}.");
            var id = bought.GetProperty("reservationId").GetInt64();
            if (seat % 2 == 1)
            {
                await SendAsync(system, HttpMethod.Delete, $"/api/reservations/{id}", token);
                Interlocked.Increment(ref _cancelled);
            }

            _bought.Add(id);
        }
    }

    /// <summary>Sends a request once: neither a problem nor a broken connection is excused.</summary>
    private async Task<JsonElement> SendAsync(TestedSystem system, HttpMethod method, string path, string? token = null, object? body = null, string? key = null)
    {
        using var request = new HttpRequestMessage(method, path) { Content = body is null ? null : JsonContent.Create(body) };
        if (key is not null)
            request.Headers.Add("Idempotency-Key", key);
        if (token is not null)
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        try
        {
            using var answer = await system.Http.SendAsync(request, Stop);
            var text = await answer.Content.ReadAsStringAsync(Stop);
            Assert.True(answer.IsSuccessStatusCode, $"{(int)answer.StatusCode} of {string.Join(", ", answer.Headers.GetValues("X-Served-By"))}: {text}");
            Interlocked.Increment(ref _answered);
            return text.Length == 0 ? default : JsonDocument.Parse(text).RootElement;
        }
        catch (Exception failure) when (failure is not OperationCanceledException)
        {
            _failed.Enqueue($"{method} {path}: {failure.Message}");
            throw;
        }
    }

    /// <summary>The process of a healthy replica that satisfies a condition.</summary>
    private static async Task<int> ProcessAsync(TestedSystem system, string replica, Func<int, bool> isSo)
    {
        var now = await system.App.ResourceNotifications.WaitForResourceAsync(
            replica, change => change.Snapshot.HealthStatus == HealthStatus.Healthy && change.Snapshot.State?.Text == KnownResourceStates.Running && isSo(ProcessOf(change)), Stop).WaitAsync(Wait.Patience, Stop);
        return ProcessOf(now);

        static int ProcessOf(ResourceEvent change) => change.Snapshot.ProcessId()!.Value;
    }

    /// <summary>The next one may be stopped when the gateway has taken this one back.</summary>
    private static async Task IsAskedAgainAsync(TestedSystem system, string replica)
    {
        await Wait.UntilAsync($"{replica} is asked again", async () =>
        {
            using var answer = await system.Http.GetAsync(new Uri("/api/games/3/grades", UriKind.Relative), Stop);
            return answer.Headers.GetValues("X-Served-By").Contains(replica);
        });
    }
}
