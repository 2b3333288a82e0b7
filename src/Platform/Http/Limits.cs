using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Timeouts;
using Microsoft.AspNetCore.RateLimiting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Dugout.Platform.Http;

/// <summary>
/// What keeps a replica answering when it is asked for more than it can do, or what it needs hangs: a bound on the requests at once, by lanes
/// of which reads are the first to be full, and a deadline for each. Nobody waits in line here: a place in line is a connection held for nothing, and
/// those that are let in already wait for the database in turn.
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
            limiter.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, Lane>(context => Lane.Of(context).Limit(limits.Value));
            limiter.OnRejected = (rejected, _) => new(Problems.Busy.ExecuteAsync(rejected.HttpContext));
        });
    }

    /// <summary>Comes before authentication, so that turning somebody away costs next to nothing.</summary>
    public static void UseLimits(this IApplicationBuilder app)
    {
        app.UseRateLimiter();
        app.UseRequestTimeouts();
    }
}

/// <summary>Requests that share a bound. A route that needs another lane than its method says has it as metadata.</summary>
internal sealed class Lane
{
    /// <summary>What changes nothing.</summary>
    public static readonly Lane Reads = new(limits => limits.Reads);

    /// <summary>Whatever else.</summary>
    public static readonly Lane Writes = new(limits => limits.Writes);

    /// <summary>Sign-ins.</summary>
    public static readonly Lane SignIns = new(limits => limits.SignIns);

    /// <summary>Pictures, on their way in or out.</summary>
    public static readonly Lane Pictures = new(limits => limits.Pictures);

    private readonly Func<LimitsOptions, int> _atOnce;

    private Lane(Func<LimitsOptions, int> atOnce) => _atOnce = atOnce;

    /// <summary>The lane of a request.</summary>
    public static Lane Of(HttpContext context) =>
        context.GetEndpoint()?.Metadata.GetMetadata<Lane>() ?? (context.Request.IsRead() ? Reads : Writes);

    /// <summary>Its bound.</summary>
    public RateLimitPartition<Lane> Limit(LimitsOptions limits) => limits.Enabled
        ? RateLimitPartition.GetConcurrencyLimiter(this, lane => new() { PermitLimit = lane._atOnce(limits) })
        : RateLimitPartition.GetNoLimiter(this);
}

/// <summary>The deadline of the request at work, for writes, which are seen through even if the client goes away.</summary>
public sealed class Deadline(IHttpContextAccessor requests)
{
    /// <summary>Is cancelled when the request has taken too long; never outside a request.</summary>
    public CancellationToken Token =>
        requests.HttpContext?.Features.Get<IHttpRequestTimeoutFeature>()?.RequestTimeoutToken ?? CancellationToken.None;
}
