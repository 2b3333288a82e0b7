using Dugout.Gateway.Caching;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.LoadBalancing;

namespace Dugout.Gateway.Balancing;

/// <summary>The steps between a request and its replica, in their order.</summary>
internal static class BalancingExtensions
{
    /// <summary>Adds YARP with the clusters and routes of section <c>ReverseProxy</c>, and the gateway's own policies.</summary>
    public static void AddBalancing(this WebApplicationBuilder builder)
    {
        builder.Services.AddReverseProxy().LoadFromConfig(builder.Configuration.GetSection("ReverseProxy")).AddReplicaNames(builder.Configuration).AddCachePermissions().AddVersions();
        builder.Services.AddSingleton<ChosenPolicy>();
        builder.Services.AddSingleton<ILoadBalancingPolicy>(services => services.GetRequiredService<ChosenPolicy>());
        builder.Services.TryAddSingleton(TimeProvider.System);
        builder.Services.AddSingleton<ReplicaStates>();
        builder.Services.AddSingleton<IPassiveHealthCheckPolicy, FailingReplicas>();
        builder.Services.AddHostedService<FrozenReplicas>();
        builder.Services.AddHealthChecks().AddCheck<ReplicasHealth>("replicas");
    }

    /// <summary>Forwards matched requests to a replica.</summary>
    public static void MapBalancing(this WebApplication app) => app.MapReverseProxy(proxy =>
    {
        proxy.UseCachedRoutes();
        proxy.UseRetryElsewhere();
        proxy.UsePatientRoutes();
        proxy.UseLoadBalancing();
        proxy.UseGiveUpFrozen();
        proxy.UsePassiveHealthChecks();
    });
}
