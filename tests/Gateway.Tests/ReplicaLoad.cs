using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Net;

namespace Dugout.Gateway.Tests;

/// <summary>As many readers as writers, each of whom asks again as soon as it is answered. Every write is one of a kind.</summary>
internal sealed class ReplicaLoad : IAsyncDisposable
{
    /// <summary>In place of the status of a response that ended before its end: nothing can be asked of another replica after its first byte.</summary>
    public const HttpStatusCode BrokenOff = 0;

    private const int Callers = 8;

    private readonly CancellationTokenSource _end = new();
    private readonly Task _callers;
    private int _lastWrite;

    public ReplicaLoad(HttpClient http) =>
        _callers = Task.WhenAll(Enumerable.Range(0, 2 * Callers).Select(number => Task.Run(() => QueryAsync(http, writes: number < Callers))));

    public sealed record Asked(string Id, long Began, long Ended, HttpStatusCode Status);

    public ConcurrentQueue<Asked> Reads { get; } = new();

    public ConcurrentQueue<Asked> Writes { get; } = new();

    /// <summary>Lets it go on for a while.</summary>
    public Task RunAsync(TimeSpan time) => Task.WhenAny(_callers, Task.Delay(time));

    /// <summary>Waits for the last answers.</summary>
    public async Task EndAsync()
    {
        await _end.CancelAsync();
        await _callers;
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _end.Dispose();
    }

    private async Task QueryAsync(HttpClient http, bool writes)
    {
        while (!_end.IsCancellationRequested)
        {
            var id = writes ? Interlocked.Increment(ref _lastWrite).ToString(CultureInfo.InvariantCulture) : "";
            using var request = new HttpRequestMessage(writes ? HttpMethod.Post : HttpMethod.Get, "/api/slow") { Content = writes ? new StringContent(id) : null };
            var began = Stopwatch.GetTimestamp();
            var status = BrokenOff;
            try
            {
                using var answer = await http.SendAsync(request);
                status = answer.StatusCode;
            }
            catch (HttpRequestException error) when (error.InnerException is IOException)
            {
                // Its status had been sent.
            }

            (writes ? Writes : Reads).Enqueue(new(id, began, Stopwatch.GetTimestamp(), status));
        }
    }
}
