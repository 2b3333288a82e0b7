using Microsoft.Extensions.Options;
using Yarp.ReverseProxy.LoadBalancing;
using Yarp.ReverseProxy.Model;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// The current load-balancing policy: one of YARP's own, which can be switched while the gateway runs. A cluster refers to this one (<see cref="Name"/>); it delegates to
/// the policy of the setting <c>Gateway:Policy</c>, until <see cref="SwitchPolicy"/> sets another. Requests in progress are not affected.
/// </summary>
/// <remarks>
/// RoundRobin is fair where requests and replicas are alike. LeastRequests avoids a replica that has slowed down, and inspects all replicas for each request;
/// PowerOfTwoChoices achieves most of that by inspecting two. Random needs no state, and is the baseline for the others.
/// </remarks>
internal sealed class ChosenPolicy : ILoadBalancingPolicy
{
    private readonly Lazy<Dictionary<string, ILoadBalancingPolicy>> _policies;
    private volatile string _current;

    /// <summary>Starts with the policy of the settings.</summary>
    /// <exception cref="InvalidOperationException">The policy is unknown.</exception>
    public ChosenPolicy(IServiceProvider services, IOptions<GatewayOptions> options)
    {
        _current = options.Value.Policy;
        if (!Names.Contains(_current))
            throw new InvalidOperationException($"The setting Gateway:Policy must be one of {string.Join(", ", Names)}, not '{_current}'.");
        // Resolved at the first request, not earlier: this policy is itself one of the resolved services.
        _policies = new(() => services.GetServices<ILoadBalancingPolicy>().ToDictionary(policy => policy.Name));
    }

    /// <summary>Names of the available policies.</summary>
    public static IReadOnlyList<string> Names { get; } =
        [LoadBalancingPolicies.RoundRobin, LoadBalancingPolicies.LeastRequests, LoadBalancingPolicies.PowerOfTwoChoices, LoadBalancingPolicies.Random];

    /// <summary>The name in the clusters' configuration.</summary>
    public string Name => "Chosen";

    /// <summary>The current policy; setting it switches the policy. Only a name of <see cref="Names"/>.</summary>
    public string Current
    {
        get => _current;
        set => _current = value;
    }

    /// <inheritdoc/>
    public DestinationState? PickDestination(HttpContext context, ClusterState cluster, IReadOnlyList<DestinationState> availableDestinations) =>
        _policies.Value[_current].PickDestination(context, cluster, availableDestinations);
}
