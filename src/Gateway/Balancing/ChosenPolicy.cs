using Microsoft.Extensions.Options;
using Yarp.ReverseProxy.LoadBalancing;
using Yarp.ReverseProxy.Model;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// The policy by which requests are spread now: one of YARP's own, switched while the gateway runs. A cluster names this one (<see cref="Name"/>); which it stands for is
/// the setting <c>Gateway:Policy</c>, until <see cref="SwitchPolicy"/> says another. A request that is on its way isn't touched by that.
/// </summary>
/// <remarks>
/// RoundRobin is fair where requests and replicas are alike. LeastRequests turns away from a replica that has slowed down, and looks at all of them for each request;
/// PowerOfTwoChoices gets most of that from a look at two. Random needs to know nothing, and is what the others are compared with.
/// </remarks>
internal sealed class ChosenPolicy : ILoadBalancingPolicy
{
    private readonly Lazy<Dictionary<string, ILoadBalancingPolicy>> _policies;
    private volatile string _current;

    /// <summary>Begins with the policy of the settings.</summary>
    /// <exception cref="InvalidOperationException">There is no such policy.</exception>
    public ChosenPolicy(IServiceProvider services, IOptions<GatewayOptions> options)
    {
        _current = options.Value.Policy;
        if (!Names.Contains(_current))
            throw new InvalidOperationException($"The setting Gateway:Policy is '{_current}'; it is one of {string.Join(", ", Names)}.");
        // Not before the first request: this policy is one of those that are asked for here.
        _policies = new(() => services.GetServices<ILoadBalancingPolicy>().ToDictionary(policy => policy.Name));
    }

    /// <summary>The policies there are to choose from.</summary>
    public static IReadOnlyList<string> Names { get; } =
        [LoadBalancingPolicies.RoundRobin, LoadBalancingPolicies.LeastRequests, LoadBalancingPolicies.PowerOfTwoChoices, LoadBalancingPolicies.Random];

    /// <summary>As which clusters name it.</summary>
    public string Name => "Chosen";

    /// <summary>The policy in force; to set another is to switch. Only a name of <see cref="Names"/>.</summary>
    public string Current
    {
        get => _current;
        set => _current = value;
    }

    /// <inheritdoc/>
    public DestinationState? PickDestination(HttpContext context, ClusterState cluster, IReadOnlyList<DestinationState> availableDestinations) =>
        _policies.Value[_current].PickDestination(context, cluster, availableDestinations);
}
