using Microsoft.AspNetCore.Http.Features;
using Yarp.ReverseProxy.Forwarder;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// Asks another replica, once, if one broke off: what asks and changes nothing (GET and HEAD without a body), and only if nothing of an answer has been sent. Writes are not
/// sent again, since the replica may have done them, unless nobody listened there, so that nothing of them was sent. Nor is what ran into its time-out: whoever asked has
/// waited all they would.
/// </summary>
internal static class RetryElsewhere
{
    /// <summary>Comes before the balancing and the watching of failures: each try passes both.</summary>
    public static void UseRetryElsewhere(this IReverseProxyApplicationBuilder proxy) =>
        proxy.Use(async (HttpContext context, RequestDelegate next) =>
        {
            if (!OnlyAsks(context.Request))
                SendOnce(context);
            await next(context);
            if (HasBrokenOff(context) && MayBeAskedAgain(context) && TurnElsewhere(context))
                await next(context);
        });

    private static bool HasBrokenOff(HttpContext context) =>
        context.GetForwarderErrorFeature() is { Error: ForwarderError.Request or ForwarderError.ResponseBodyDestination };

    private static bool MayBeAskedAgain(HttpContext context) => !context.Response.HasStarted && !context.RequestAborted.IsCancellationRequested
        && (WasNeverSent(context) || (OnlyAsks(context.Request) && HasNoBody(context)));

    private static bool WasNeverSent(HttpContext context) => context.GetForwarderErrorFeature() is { } failure && FailingReplicas.NobodyListens(failure);

    private static bool OnlyAsks(HttpRequest request) => HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method);

    private static bool HasNoBody(HttpContext context) => context.Features.Get<IHttpRequestBodyDetectionFeature>() is { CanHaveBody: false };

    /// <summary>
    /// The framework's client sends again by itself what has no body, whatever the method, if a connection that was used before ends without an answer. With a body, be it
    /// an empty one, it doesn't.
    /// </summary>
    private static void SendOnce(HttpContext context)
    {
        if (context.Request.ContentLength is null && HasNoBody(context))
            context.Request.ContentLength = 0;
    }

    /// <summary>Makes the request one that is still to be sent, to any replica but the one that failed; false if there is no other.</summary>
    private static bool TurnElsewhere(HttpContext context)
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
