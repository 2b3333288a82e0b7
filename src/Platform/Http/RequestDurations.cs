using System.Diagnostics;
using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Http.Features;

namespace Dugout.Platform.Http;

/// <summary>
/// Counts requests that don't reach the pipeline in the framework's own histogram <c>http.server.request.duration</c>, so that it still counts every request. They have no
/// <c>http.route</c>, because none was looked for.
/// </summary>
internal sealed class RequestDurations(IMeterFactory meters)
{
    /// <summary>The framework's meter, which is exported with its instrumentation.</summary>
    private const string Frameworks = "Microsoft.AspNetCore.Hosting";

    // Name, unit and description are the framework's: with another one there would be two instruments.
    private readonly Histogram<double> _durations = meters.Create(Frameworks)
        .CreateHistogram<double>("http.server.request.duration", "s", "Duration of HTTP server requests.", tags: null, new() { HistogramBucketBoundaries = Boundaries });

    private static double[] Boundaries => [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

    /// <summary>Returns the time stamp of a request that begins now; 0 without a listener.</summary>
    public long Begin() => _durations.Enabled ? Stopwatch.GetTimestamp() : 0;

    /// <summary>Counts a request.</summary>
    /// <param name="began">Its time stamp.</param>
    /// <param name="request">The request.</param>
    /// <param name="status">Status of its response.</param>
    public void End(long began, IHttpRequestFeature request, int status)
    {
        if (began == 0)
            return;
        var version = request.Protocol.AsSpan(request.Protocol.IndexOf('/', StringComparison.Ordinal) + 1);
        _durations.Record(
            Stopwatch.GetElapsedTime(began).TotalSeconds,
            new TagList
            {
                { "http.request.method", request.Method },
                { "http.response.status_code", status },
                { "network.protocol.version", version switch { "1.1" => "1.1", "1.0" => "1.0", _ => version.ToString() } },
                { "url.scheme", request.Scheme },
            });
    }
}
