using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.LoadBalancing;

namespace Dugout.Gateway.Balancing;

/// <summary>What happens between a request and its replica, in its order.</summary>
internal static class BalancingExtensions
{
    /// <summary>Adds YARP with the clusters and routes of section <c>ReverseProxy</c>, and our policies.</summary>
    public static void AddBalancing(this WebApplicationBuilder builder)
    {
        builder.Services.AddReverseProxy().LoadFromConfig(builder.Configuration.GetSection("ReverseProxy")).AddReplicaNames(builder.Configuration);
        builder.Services.AddSingleton<ChosenPolicy>();
        builder.Services.AddSingleton<ILoadBalancingPolicy>(services => services.GetRequiredService<ChosenPolicy>());
        builder.Services.AddSingleton<IPassiveHealthCheckPolicy, FailingReplicas>();
        builder.Services.AddHealthChecks().AddCheck<ReplicasHealth>("replicas");
    }

    /// <summary>Sends what a route matches to a replica.</summary>
    public static void MapBalancing(this WebApplication app) => app.MapReverseProxy(proxy =>
    {
        proxy.UseRetryElsewhere();
        proxy.UseLoadBalancing();
        proxy.UsePassiveHealthChecks();
    });
}
