using Yarp.ReverseProxy.Forwarder;
using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.Model;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// Takes a replica out of rotation because of failed requests, before the next active health probe: at once if the connection is rejected, which is unambiguous; after
/// <see cref="MostInARow"/> consecutive failures without a response if connections break or hang, because one may be the request's fault. It is retried after the cluster's
/// <c>ReactivationPeriod</c>; by then the active health probes have detected the failure.
/// </summary>
/// <remarks>YARP's own policy uses the failure rate of a period: a third of the requests to a killed replica would fail first.</remarks>
internal sealed class FailingReplicas(IDestinationHealthUpdater health, ReplicaStates states) : IPassiveHealthCheckPolicy
{
    /// <summary>Number of consecutive failures without a response after which a replica leaves rotation.</summary>
    public const int MostInARow = 3;

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(2);

    /// <summary>The name in the clusters' configuration.</summary>
    public string Name => "FailingReplicas";

    /// <inheritdoc/>
    public void RequestProxied(HttpContext context, ClusterState cluster, DestinationState destination)
    {
        var state = states[destination];
        if (context.GetForwarderErrorFeature() is not { } failure)
        {
            state.Answered();
            return;
        }

        if (!IsReplicasFault(context, failure) || (state.Failed() < MostInARow && !NobodyListens(failure)))
            return;
        state.Forget();
        health.SetPassive(cluster, destination, DestinationHealth.Unhealthy, cluster.Model.Config.HealthCheck?.Passive?.ReactivationPeriod ?? Pause);
    }

    /// <summary>Whether a request could not be sent, because no connection could be opened.</summary>
    public static bool NobodyListens(IForwarderErrorFeature failure) =>
        failure.Exception is HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError };

    private static bool IsReplicasFault(HttpContext context, IForwarderErrorFeature failure) => !context.RequestAborted.IsCancellationRequested
        && failure.Error is ForwarderError.Request or ForwarderError.RequestTimedOut or ForwarderError.RequestBodyDestination or ForwarderError.ResponseBodyDestination;
}
