using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using Dugout.AppHost.Tests.Infrastructure;
using Dugout.Infrastructure.Run;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>As <c>AppHost/README.md</c> has it: first the tables, expanded, then one replica after the other, while fans read and hold seats.</summary>
public sealed class UpgradeTests
{
    private const int Readers = 3;

    /// <summary>So many answers after it all show that it goes on.</summary>
    private const int Enough = 200;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_upgrade_of_a_running_system_with_a_change_of_its_tables_fails_no_request()
    {
        await using var system = await TestedSystem.CreateAsync("api-1", readReplicas: 0, replicas: 2);
        await system.StartAsync();
        var token = (await system.PostAsync("/api/sessions", new { email = "fan1@dugout.test", password = "take-me-out-2027" })).GetProperty("accessToken").GetString();
        var grade = (await system.GetAsync("/api/games/3/grades")).GetProperty("items")[0].GetProperty("gradeId").GetInt64();
        ConcurrentQueue<string> failed = [];
        var answered = 0;
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(Stop);
        var fans = Enumerable.Range(0, Readers).Select(_ => ReadAsync()).Append(HoldAsync()).ToList();

        var tables = await system.PrimaryAsync(DatabaseAccount.Migrator);
        await Sql.RunAsync(tables, "ALTER TABLE games ADD COLUMN weather VARCHAR(20) NULL");
        await Sql.RunAsync(tables, "ALTER TABLE reservations ADD COLUMN channel VARCHAR(20) NOT NULL DEFAULT 'web'");
        foreach (var replica in (string[])["api-1", "api-2"])
        {
            var before = await ProcessAsync(system, replica, _ => true);
            await system.CommandAsync(replica, KnownResourceCommands.RestartCommand);
            Assert.NotEqual(before, await ProcessAsync(system, replica, process => process != before));
            await IsAskedAgainAsync(system, replica);
        }

        var half = answered;
        for (var since = Stopwatch.StartNew(); Volatile.Read(ref answered) < half + Enough && since.Elapsed < Patience;)
            await Task.Delay(20, Stop);
        await ended.CancelAsync();
        await Task.WhenAll(fans);
        Assert.Empty(failed);
        Assert.True(half > 0 && answered >= half + Enough, $"{half} of {answered}");
        await system.StopAsync();

        async Task ReadAsync()
        {
            string[] paths = ["/api/teams", "/api/games/3", "/api/games/3/grades", $"/api/games/3/grades/{grade}/taken"];
            for (var n = 0; !ended.IsCancellationRequested; n++, await Task.Delay(10, Stop))
                await SendAsync(HttpMethod.Get, paths[n % paths.Length], null);
        }

        async Task HoldAsync()
        {
            for (var number = 1; !ended.IsCancellationRequested; number = (number % 900) + 1, await Task.Delay(10, Stop))
            {
                if (await SendAsync(HttpMethod.Post, "/api/games/3/holds", new { seats = new[] { new { gradeId = grade, number } } }) is { } hold)
                    await SendAsync(HttpMethod.Delete, $"/api/games/3/holds/{hold}", null);
            }
        }

        // The id of what was made, if anything was.
        async Task<long?> SendAsync(HttpMethod method, string path, object? body)
        {
            using var request = new HttpRequestMessage(method, path) { Content = body is null ? null : JsonContent.Create(body) };
            request.Headers.Add("Idempotency-Key", Guid.NewGuid().ToString());
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
            try
            {
                using var answer = await system.Http.SendAsync(request, Stop);
                // A replica that is crowded out by whatever else runs here says that it is busy; one that stops does not, and the gateway has always one to ask.
                var isCrowded = answer.StatusCode == HttpStatusCode.ServiceUnavailable && !answer.Headers.GetValues("X-Served-By").Contains("gateway");
                // And what was crowded out before may leave a seat held.
                if (!answer.IsSuccessStatusCode && !isCrowded && answer.StatusCode != HttpStatusCode.Conflict)
                    failed.Enqueue($"{method} {path}: {(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync(Stop)}");
                Interlocked.Increment(ref answered);
                return answer.IsSuccessStatusCode && body is not null ? (await answer.Content.ReadFromJsonAsync<JsonElement>(Stop)).GetProperty("holdId").GetInt64() : null;
            }
            catch (HttpRequestException broken)
            {
                failed.Enqueue($"{method} {path}: {broken.Message}");
                return null;
            }
        }
    }

    /// <summary>The process of a healthy replica that satisfies a condition.</summary>
    private static async Task<int> ProcessAsync(TestedSystem system, string replica, Func<int, bool> isSo)
    {
        var now = await system.App.ResourceNotifications.WaitForResourceAsync(
            replica, change => change.Snapshot.HealthStatus == HealthStatus.Healthy && change.Snapshot.State?.Text == KnownResourceStates.Running && isSo(ProcessOf(change)), Stop).WaitAsync(Patience, Stop);
        return ProcessOf(now);

        static int ProcessOf(ResourceEvent change) => change.Snapshot.ProcessId()!.Value;
    }

    /// <summary>The next one may be stopped when the gateway has taken this one back.</summary>
    private static async Task IsAskedAgainAsync(TestedSystem system, string replica)
    {
        for (var deadline = DateTime.UtcNow + Patience; ; await Task.Delay(50, Stop))
        {
            using var answer = await system.Http.GetAsync(new Uri("/api/games/3/grades", UriKind.Relative), Stop);
            if (answer.Headers.GetValues("X-Served-By").Contains(replica))
                return;
            Assert.True(DateTime.UtcNow < deadline, $"{replica} is not asked again.");
        }
    }
}
