using System.Collections.Concurrent;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Timeouts;
using Microsoft.AspNetCore.RateLimiting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Dugout.Platform.Http;

/// <summary>
/// Keeps a replica responsive when it receives more requests than it can process, or when a dependency hangs: a limit on concurrent requests per lane,
/// of which the lane of reads fills first, and a deadline for each request. Requests over the limit are rejected, not queued: a queued request holds a
/// connection for nothing, and admitted requests already queue for database connections.
/// </summary>
internal static class Limits
{
    public static void AddLimits(this IServiceCollection services)
    {
        services.AddOptionsOf<LimitsOptions>("Limits");
        services.AddSingleton<Deadline>();
        services.AddRequestTimeouts();
        services.AddOptions<RequestTimeoutOptions>().Configure<IOptions<LimitsOptions>>((timeouts, limits) => timeouts.DefaultPolicy = new()
        {
            Timeout = TimeSpan.FromMilliseconds(limits.Value.DeadlineMilliseconds),
            WriteTimeoutResponse = Problems.Busy.ExecuteAsync,
        });
        services.AddRateLimiter(_ => { });
        services.AddOptions<RateLimiterOptions>().Configure<IOptions<LimitsOptions>>((limiter, limits) =>
        {
            // Created once a lane, not once a request.
            var partitions = new ConcurrentDictionary<Lane, RateLimitPartition<Lane>>();
            Func<Lane, RateLimitPartition<Lane>> limit = lane => lane.Limit(limits.Value);
            limiter.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, Lane>(context => partitions.GetOrAdd(Lane.Of(context), limit));
            limiter.OnRejected = (rejected, _) => new(Problems.Busy.ExecuteAsync(rejected.HttpContext));
        });
    }

    /// <summary>Comes before authentication, so that rejecting a request costs almost nothing.</summary>
    public static void UseLimits(this IApplicationBuilder app)
    {
        app.UseRateLimiter();
        app.UseRequestTimeouts();
    }
}

/// <summary>Requests that share a limit. A route whose lane differs from that of its method declares it as metadata.</summary>
internal sealed class Lane
{
    /// <summary>Requests that change nothing (GET, HEAD).</summary>
    public static readonly Lane Reads = new(limits => limits.Reads);

    /// <summary>All other requests.</summary>
    public static readonly Lane Writes = new(limits => limits.Writes);

    /// <summary>Sign-ins.</summary>
    public static readonly Lane SignIns = new(limits => limits.SignIns);

    /// <summary>Uploads and downloads of pictures.</summary>
    public static readonly Lane Pictures = new(limits => limits.Pictures);

    private readonly Func<LimitsOptions, int> _atOnce;

    private Lane(Func<LimitsOptions, int> atOnce) => _atOnce = atOnce;

    /// <summary>Returns the lane of a request.</summary>
    public static Lane Of(HttpContext context) =>
        context.GetEndpoint()?.Metadata.GetMetadata<Lane>() ?? (context.Request.IsRead() ? Reads : Writes);

    /// <summary>Returns the limit of the lane.</summary>
    public RateLimitPartition<Lane> Limit(LimitsOptions limits) => limits.Enabled
        ? RateLimitPartition.GetConcurrencyLimiter(this, lane => new() { PermitLimit = lane._atOnce(limits) })
        : RateLimitPartition.GetNoLimiter(this);
}

/// <summary>The deadline of the current request, for writes, which are completed even if the client disconnects.</summary>
public sealed class Deadline(IHttpContextAccessor requests)
{
    /// <summary>Is cancelled when the request has exceeded its time limit; never cancelled outside a request.</summary>
    public CancellationToken Token =>
        requests.HttpContext?.Features.Get<IHttpRequestTimeoutFeature>()?.RequestTimeoutToken ?? CancellationToken.None;
}
