using System.Diagnostics;
using System.Globalization;
using System.Net;

namespace Dugout.Load.Costs;

/// <summary>One request of a trial.</summary>
/// <param name="Method">Its method.</param>
/// <param name="Address">Its URL.</param>
/// <param name="Expected">The status that a valid measurement requires.</param>
/// <param name="Body">JSON, or nothing.</param>
internal sealed record Request(HttpMethod Method, Uri Address, HttpStatusCode Expected = HttpStatusCode.OK, byte[]? Body = null)
{
    /// <summary>Additional headers.</summary>
    public (string Name, string Value)[] Headers { get; init; } = [];
}

/// <summary>A few callers with a connection each; every caller sends its next request as soon as the response arrives.</summary>
internal sealed class ClosedLoop(int callers) : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly HttpClient _http = new(new SocketsHttpHandler { MaxConnectionsPerServer = callers, UseCookies = false, UseProxy = false, AllowAutoRedirect = false }) { Timeout = TimeSpan.FromSeconds(10) };

    /// <summary>Sends all requests and returns the response bodies.</summary>
    /// <exception cref="NotMeasuredException">A response was not the one to be measured.</exception>
    public async Task<byte[][]> RunAsync(IReadOnlyList<Request> requests) => (await TimedAsync(requests)).Bodies;

    /// <summary>Sends all requests and returns the response bodies, and the sum of the response times in µs.</summary>
    /// <exception cref="NotMeasuredException">A response was not the one to be measured.</exception>
    public async Task<(byte[][] Bodies, double Microseconds)> TimedAsync(IReadOnlyList<Request> requests)
    {
        var bodies = new byte[requests.Count][];
        var next = -1;
        var times = new double[callers];
        await Task.WhenAll(Enumerable.Range(0, callers).Select(caller => Task.Run(async () =>
        {
            for (var mine = Interlocked.Increment(ref next); mine < requests.Count; mine = Interlocked.Increment(ref next))
            {
                var sent = Stopwatch.GetTimestamp();
                bodies[mine] = await SendAsync(requests[mine]);
                times[caller] += Stopwatch.GetElapsedTime(sent).TotalMicroseconds;
            }
        })));
        return (bodies, times.Sum());
    }

    /// <summary>The entity tag of a response.</summary>
    public async Task<string> TagAsync(Request request)
    {
        using var message = Message(request);
        using var response = await _http.SendAsync(message);
        return response.Headers.ETag?.ToString() ?? throw new NotMeasuredException($"{request.Address} has no ETag");
    }

    public void Dispose() => _http.Dispose();

    private async Task<byte[]> SendAsync(Request request, int tries = 5)
    {
        try
        {
            using var message = Message(request);
            using var response = await _http.SendAsync(message);
            if (response.StatusCode == HttpStatusCode.ServiceUnavailable && tries > 1)
            {
                // A busy machine can be too slow for a deadline; one such response in thousands changes no median.
                await Task.Delay(Pause);
                return await SendAsync(request, tries - 1);
            }

            var body = await response.Content.ReadAsByteArrayAsync();
            return response.StatusCode == request.Expected
                ? body
                : throw new NotMeasuredException(string.Create(
                    CultureInfo.InvariantCulture, $"{request.Method} {request.Address} returned {(int)response.StatusCode}, not {(int)request.Expected}: {System.Text.Encoding.UTF8.GetString(body)}"));
        }
        catch (Exception broken) when (broken is HttpRequestException or OperationCanceledException)
        {
            throw new NotMeasuredException($"{request.Method} {request.Address}: {broken.Message}");
        }
    }

    private static HttpRequestMessage Message(Request request)
    {
        var message = new HttpRequestMessage(request.Method, request.Address);
        if (request.Body is { } body) message.Content = new ByteArrayContent(body) { Headers = { { "Content-Type", "application/json" } } };
        foreach (var (name, value) in request.Headers) message.Headers.TryAddWithoutValidation(name, value);
        return message;
    }
}

/// <summary>The system's response was not the one to be measured; the message is the line the user sees.</summary>
internal sealed class NotMeasuredException(string message) : Exception(message);
