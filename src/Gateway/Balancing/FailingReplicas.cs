using System.Runtime.CompilerServices;
using Yarp.ReverseProxy.Forwarder;
using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.Model;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// Takes a replica out by what requests meet there, before the next look at its health: at once if nobody listens, which leaves no doubt; after
/// <see cref="MostInARow"/> failures without an answer between them if it breaks off or hangs, for one may be the request's fault. It is tried again after the cluster's
/// <c>ReactivationPeriod</c>, by when the looks at its health have found it out.
/// </summary>
/// <remarks>YARP's own policy goes by the rate of failures among the requests of a while: a killed replica would fail a third of them first.</remarks>
internal sealed class FailingReplicas(IDestinationHealthUpdater health) : IPassiveHealthCheckPolicy
{
    /// <summary>So many failures with no answer between them, and a replica is out.</summary>
    public const int MostInARow = 3;

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(2);

    private readonly ConditionalWeakTable<DestinationState, StrongBox<int>> _inARow = new();

    /// <summary>As which clusters name it.</summary>
    public string Name => "FailingReplicas";

    /// <inheritdoc/>
    public void RequestProxied(HttpContext context, ClusterState cluster, DestinationState destination)
    {
        var inARow = _inARow.GetValue(destination, _ => new());
        if (context.GetForwarderErrorFeature() is not { } failure)
        {
            // Written only when it changes: all requests of a replica come by here.
            if (Volatile.Read(ref inARow.Value) != 0)
                Volatile.Write(ref inARow.Value, 0);
            return;
        }

        if (!IsReplicasFault(context, failure))
            return;
        if (Interlocked.Increment(ref inARow.Value) < MostInARow && !NobodyListens(failure))
            return;
        Volatile.Write(ref inARow.Value, 0);
        health.SetPassive(cluster, destination, DestinationHealth.Unhealthy, cluster.Model.Config.HealthCheck?.Passive?.ReactivationPeriod ?? Pause);
    }

    /// <summary>Whether a request could not even be sent, because no connection was to be had.</summary>
    public static bool NobodyListens(IForwarderErrorFeature failure) =>
        failure.Exception is HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError };

    private static bool IsReplicasFault(HttpContext context, IForwarderErrorFeature failure) => !context.RequestAborted.IsCancellationRequested
        && failure.Error is ForwarderError.Request or ForwarderError.RequestTimedOut or ForwarderError.RequestBodyDestination or ForwarderError.ResponseBodyDestination;
}
