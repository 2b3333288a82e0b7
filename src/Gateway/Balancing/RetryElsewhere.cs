using Microsoft.AspNetCore.Http.Features;
using Yarp.ReverseProxy.Forwarder;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// Retries a request once, on another replica, if its replica broke off or turned out to be frozen: only GET and HEAD without a body, and only if no part of a response has been sent. Writes are not
/// retried, because the replica may have executed them, unless no connection could be opened, so that nothing was sent. A request that timed out is not retried either: its client
/// has already waited the full time.
/// </summary>
internal static class RetryElsewhere
{
    /// <summary>Must come before load balancing and the failure policy: each attempt passes both.</summary>
    public static void UseRetryElsewhere(this IReverseProxyApplicationBuilder proxy) =>
        proxy.Use(async (HttpContext context, RequestDelegate next) =>
        {
            if (!OnlyAsks(context.Request))
                SendOnce(context);
            await next(context);
            if (HasBrokenOff(context) && MayBeRetried(context) && RouteElsewhere(context))
                await next(context);
        });

    private static bool HasBrokenOff(HttpContext context) =>
        context.GetForwarderErrorFeature() is { Error: ForwarderError.Request or ForwarderError.ResponseBodyDestination or ForwarderError.RequestCanceled };

    private static bool MayBeRetried(HttpContext context) => !context.Response.HasStarted && !context.RequestAborted.IsCancellationRequested
        && (WasNeverSent(context) || (OnlyAsks(context.Request) && HasNoBody(context)));

    private static bool WasNeverSent(HttpContext context) => context.GetForwarderErrorFeature() is { } failure && FailingReplicas.NobodyListens(failure);

    /// <summary>Whether a request changes nothing.</summary>
    public static bool OnlyAsks(HttpRequest request) => HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method);

    private static bool HasNoBody(HttpContext context) => context.Features.Get<IHttpRequestBodyDetectionFeature>() is { CanHaveBody: false };

    /// <summary>
    /// The framework's client itself resends a request without a body, whatever the method, if a reused connection ends without a response. With a body, even
    /// an empty one, it does not.
    /// </summary>
    private static void SendOnce(HttpContext context)
    {
        if (context.Request.ContentLength is null && HasNoBody(context))
            context.Request.ContentLength = 0;
    }

    /// <summary>Resets the request so that it can be sent to any replica except the failed one; false if there is no other.</summary>
    private static bool RouteElsewhere(HttpContext context)
    {
        var failed = context.GetReverseProxyFeature().ProxiedDestination;
        if (context.GetRouteModel().Cluster is not { } cluster)
            return false;
        var others = cluster.DestinationsState.AvailableDestinations.Where(destination => !ReferenceEquals(destination, failed)).ToList();
        if (others.Count == 0)
            return false;

        context.Response.Clear();
        context.Features.Set<IForwarderErrorFeature>(null);
        context.ReassignProxyRequest(cluster);
        context.GetReverseProxyFeature().AvailableDestinations = others;
        return true;
    }
}
