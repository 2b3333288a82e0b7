using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Safety;

/// <summary>
/// Requests made from the API's description, in almost all of which something is wrong. DUGOUT_HOSTILE_SEED says with which dice. Endurance.Tests sends a hundred thousand.
/// </summary>
public sealed class HostileRequestsTests(HostileShop shop) : IClassFixture<HostileShop>
{
    private const int Callers = 16;

    /// <summary>The goal is two seconds; a machine in use may take ten times as long.</summary>
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(20);

    /// <summary>
    /// How much more memory a replica may have at the end than when it had answered a tenth of it, in bytes. What it keeps of answers is a part of that, bounded by a setting of its own.
    /// </summary>
    private const long MoreMemory = 128L << 20;

    /// <summary>No fault, no status or code that the description lacks, no response with a wrong content type, no hanging request, and no memory growth.</summary>
    [Fact]
    public Task Hostile_requests_get_only_described_responses() => AreAnsweredAsDescribedAsync(5_000);

    internal async Task AreAnsweredAsDescribedAsync(int requests)
    {
        var seed = Setting("DUGOUT_HOSTILE_SEED", 2027);
        var described = await Described.ByAsync(shop.Http);
        var by = await shop.NextOperatorAsync();
        var guest = await shop.NextFanAsync();
        List<HostileRequests> makers = [];
        for (var caller = 0; caller < Callers; caller++)
            makers.Add(new(described, await Belongings.OfAsync(await shop.NextFanAsync(), shop.NextGame(), first: 1), by.Token, guest.Token, seed + caller));
        var processes = await ProcessesAsync();

        var run = new Run();
        await SendAsync(run, makers, requests / 10);
        var before = await WorkingSetsAsync();
        await SendAsync(run, makers, requests - (requests / 10));
        var after = await WorkingSetsAsync();

        TestContext.Current.SendDiagnosticMessage(
            $"Seed {seed}: {run.Sent} requests in {run.Took.TotalSeconds:F0} s, the slowest {run.Slowest.TotalMilliseconds:F0} ms, {run.Torn} of those that were too large torn off; "
            + $"by status {string.Join(", ", run.Statuses.OrderBy(one => one.Key).Select(one => $"{one.Key}: {one.Value}"))}; "
            + $"MiB {string.Join(", ", before.Select(bytes => bytes >> 20))} -> {string.Join(", ", after.Select(bytes => bytes >> 20))}; {run.Reached.Count} of {described.Operations.Count} operations did what they are for.");
        Assert.True(run.Faults.IsEmpty, $"Seed {seed}, {run.Faults.Count} kinds of faults:\n{string.Join('\n', run.Faults.OrderByDescending(fault => fault.Value.Count).Take(40).Select(fault => $"{fault.Value.Count} x {fault.Key}: {fault.Value.First}"))}");
        Assert.Equal(processes, await ProcessesAsync());
        Assert.All(before.Zip(after), sizes => Assert.True(sizes.Second - sizes.First < MoreMemory, $"{sizes.First} -> {sizes.Second} bytes"));
        // Requests that are all rejected at once would test nothing behind that.
        Assert.True(run.Reached.Count >= described.Operations.Count * 8 / 10, $"Of {described.Operations.Count} operations only {run.Reached.Count} did what they are for.");
    }

    private async Task SendAsync(Run run, List<HostileRequests> makers, int requests)
    {
        var clock = Stopwatch.StartNew();
        var left = requests;
        using var first = HostileRequest.Client(shop.Replicas[0].BaseAddress!);
        using var second = HostileRequest.Client(shop.Replicas[1].BaseAddress!);
        await Task.WhenAll(makers.Select((maker, caller) => Task.Run(async () =>
        {
            while (Interlocked.Decrement(ref left) >= 0)
                await run.SendAsync(maker, caller % 2 == 0 ? first : second);
        })));
        run.Took += clock.Elapsed;
    }

    private async Task<List<int>> ProcessesAsync()
    {
        List<int> processes = [];
        foreach (var name in HostileShop.Names)
            processes.Add(await shop.Servers.ProcessOfAsync(name));
        return processes;
    }

    private async Task<List<long>> WorkingSetsAsync()
    {
        List<long> sizes = [];
        foreach (var name in HostileShop.Names)
            sizes.Add(await shop.WorkingSetAsync(name));
        return sizes;
    }

    private static int Setting(string name, int usual) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : usual;

    /// <summary>What came of it.</summary>
    private sealed class Run
    {
        private long _slowest;
        private int _sent;
        private int _torn;

        public ConcurrentDictionary<string, (int Count, string First)> Faults { get; } = new();

        public ConcurrentDictionary<int, int> Statuses { get; } = new();

        public ConcurrentDictionary<string, bool> Reached { get; } = new();

        public TimeSpan Took { get; set; }

        public TimeSpan Slowest => TimeSpan.FromTicks(_slowest);

        public int Sent => _sent;

        public int Torn => _torn;

        /// <summary>Once more where the connection was closed under it: what was wrong with the request before on it may have been so wrong that the replica hung up.</summary>
        private static async Task<HostileAnswer> SendAsync(HostileRequest request, HttpClient replica)
        {
            try
            {
                return await request.SendAsync(replica, Deadline);
            }
            catch (HttpRequestException) when (!request.IsTooLarge)
            {
                return await request.SendAsync(replica, Deadline);
            }
        }

        public async Task SendAsync(HostileRequests maker, HttpClient replica)
        {
            var request = maker.Next();
            var clock = Stopwatch.StartNew();
            string? fault = null;
            try
            {
                var answer = await SendAsync(request, replica);
                Statuses.AddOrUpdate((int)answer.Answer.Status, 1, (_, count) => count + 1);
                fault = answer.FaultOf(request);
                if (answer.Answer.Status < HttpStatusCode.BadRequest)
                    Reached[request.Operation.Name] = true;
                maker.Learn(request, answer.Answer);
            }
            catch (OperationCanceledException)
            {
                fault = $"no answer in {Deadline.TotalSeconds} s";
            }
            catch (HttpRequestException) when (request.IsTooLarge)
            {
                // It closed the connection during the request, and its response was lost.
                Interlocked.Increment(ref _torn);
            }
            catch (Exception error) when (error is HttpRequestException or JsonException)
            {
                fault = $"{error.GetType().Name}: {error.Message}";
            }

            Interlocked.Increment(ref _sent);
            for (long slowest; clock.Elapsed.Ticks > (slowest = Interlocked.Read(ref _slowest));)
                Interlocked.CompareExchange(ref _slowest, clock.Elapsed.Ticks, slowest);
            if (fault is not null)
                Faults.AddOrUpdate($"{request.Operation.Name}: {fault}", (1, request.ToString()), (_, known) => (known.Count + 1, known.First));
        }
    }
}
