using System.Collections.Concurrent;
using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Connections.Features;
using Yarp.ReverseProxy.Model;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// Routes that are patient: streams, which are open for as long as a page, and the OpenAPI document, whose first request builds it. Their metadata has an <c>ActivityTimeout</c> of their own
/// in place of the cluster's, for streams longer than their heartbeat. When the gateway stops, it ends them instead of waiting for their ends.
/// </summary>
internal static class PatientRoutes
{
    private const string Setting = "ActivityTimeout";

    private static readonly ConditionalWeakTable<ClusterModel, ConcurrentDictionary<string, ClusterModel>> Patient = [];

    /// <summary>Must come after the retries, which reset the cluster of a request.</summary>
    public static void UsePatientRoutes(this IReverseProxyApplicationBuilder proxy) =>
        proxy.Use(async (HttpContext context, RequestDelegate next) =>
        {
            if (context.GetRouteModel().Config.Metadata is not { } metadata || !metadata.TryGetValue(Setting, out var timeout))
            {
                await next(context);
                return;
            }

            var feature = context.GetReverseProxyFeature();
            var cluster = Patient.GetOrCreateValue(feature.Cluster).GetOrAdd(timeout, With, feature.Cluster);
            context.Features.Set<IReverseProxyFeature>(new OfPatientRoute(feature, cluster));
            using var stopping = context.Features.Get<IConnectionLifetimeNotificationFeature>()?.ConnectionClosedRequested.Register(context.Abort);
            await next(context);
        });

    private static ClusterModel With(string timeout, ClusterModel cluster) => new(
        cluster.Config with { HttpRequest = (cluster.Config.HttpRequest ?? new()) with { ActivityTimeout = TimeSpan.Parse(timeout, CultureInfo.InvariantCulture) } }, cluster.HttpClient);

    /// <summary>The request's own feature with another cluster model, which YARP lets no one set.</summary>
    private sealed class OfPatientRoute(IReverseProxyFeature request, ClusterModel cluster) : IReverseProxyFeature
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
