using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Connections.Features;
using Yarp.ReverseProxy.Model;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// Routes of streams, which are open for as long as a page. Their metadata has an <c>ActivityTimeout</c> of their own in place of the cluster's, longer than the heartbeat of a stream.
/// When the gateway stops, it ends them instead of waiting for their ends.
/// </summary>
internal static class Streams
{
    private const string Setting = "ActivityTimeout";

    private static readonly ConditionalWeakTable<ClusterModel, ClusterModel> Patient = [];

    /// <summary>Must come after the retries, which reset the cluster of a request.</summary>
    public static void UseStreams(this IReverseProxyApplicationBuilder proxy) =>
        proxy.Use(async (HttpContext context, RequestDelegate next) =>
        {
            if (context.GetRouteModel().Config.Metadata is not { } metadata || !metadata.TryGetValue(Setting, out var timeout))
            {
                await next(context);
                return;
            }

            var feature = context.GetReverseProxyFeature();
            var cluster = Patient.GetValue(feature.Cluster, cluster => With(cluster, TimeSpan.Parse(timeout, CultureInfo.InvariantCulture)));
            context.Features.Set<IReverseProxyFeature>(new OfStream(feature, cluster));
            using var stopping = context.Features.Get<IConnectionLifetimeNotificationFeature>()?.ConnectionClosedRequested.Register(context.Abort);
            await next(context);
        });

    private static ClusterModel With(ClusterModel cluster, TimeSpan timeout) =>
        new(cluster.Config with { HttpRequest = (cluster.Config.HttpRequest ?? new()) with { ActivityTimeout = timeout } }, cluster.HttpClient);

    /// <summary>The request's own feature with another cluster model, which YARP lets no one set.</summary>
    private sealed class OfStream(IReverseProxyFeature request, ClusterModel cluster) : IReverseProxyFeature
    {
        public RouteModel Route => request.Route;

        public ClusterModel Cluster => cluster;

        public IReadOnlyList<DestinationState> AllDestinations => request.AllDestinations;

        public IReadOnlyList<DestinationState> AvailableDestinations
        {
            get => request.AvailableDestinations;
            set => request.AvailableDestinations = value;
        }

        public DestinationState? ProxiedDestination
        {
            get => request.ProxiedDestination;
            set => request.ProxiedDestination = value;
        }
    }
}
