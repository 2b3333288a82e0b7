using Yarp.ReverseProxy;
using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.Model;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// Takes frozen replicas out of rotation, and gives up the requests that wait for them. A replica that has requests and finishes none of them is asked whether it lives, which costs it
/// nothing; it is taken for frozen if it does not respond to that either. A slow one finishes something, and one whose database hangs still responds. Reads are given up at the first such
/// question and retried elsewhere (<see cref="RetryElsewhere"/>), so that a mistake harms no client; writes, which then have failed, only at question <see cref="QuestionsForWrites"/>.
/// </summary>
/// <remarks>Without this, requests wait for a frozen replica until the cluster's <c>ActivityTimeout</c>, and then they have failed. Health probes need as long to notice it.</remarks>
internal sealed class FrozenReplicas(IProxyStateLookup proxy, IDestinationHealthUpdater health, ReplicaStates states, TimeProvider time) : BackgroundService
{
    private const string Address = "/health/live";

    /// <summary>Number of questions in a row without a response after which writes are given up, two seconds after the last response.</summary>
    private const int QuestionsForWrites = 4;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Silence = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Lateness = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Interval, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            foreach (var cluster in proxy.GetClusters())
                await LookAsync(cluster, stoppingToken);
        }
    }

    private async Task LookAsync(ClusterState cluster, CancellationToken stopping)
    {
        var replicas = cluster.DestinationsState.AllDestinations;
        // Where there is no other, there is no better place to wait.
        if (replicas.Count < 2 || replicas.Where(replica => IsSilentFor(replica, Silence)).ToList() is not { Count: > 0 } silent)
            return;
        var asked = time.GetTimestamp();
        var respond = await Task.WhenAll(silent.Select(replica => RespondsAsync(cluster, replica, stopping)));
        foreach (var lives in silent.Where((_, index) => respond[index]))
            states[lives].Lives();
        var frozen = silent.Where((replica, index) => !respond[index] && IsSilentFor(replica, Patience)).ToList();
        // Where even this look took too long, the machine is too busy to tell a slow replica from a frozen one.
        if (time.GetElapsedTime(asked) > Patience + Lateness || cluster.DestinationsState.AvailableDestinations.All(frozen.Contains))
            return;
        foreach (var replica in frozen)
        {
            health.SetPassive(cluster, replica, DestinationHealth.Unhealthy, cluster.Model.Config.HealthCheck?.Passive?.ReactivationPeriod ?? Pause);
            var state = states[replica];
            state.Reads.GiveUp();
            if (++state.UnansweredQuestions == QuestionsForWrites)
                state.Writes.GiveUp();
        }
    }

    private bool IsSilentFor(DestinationState replica, TimeSpan period) => replica.ConcurrentRequestCount > 0 && states[replica].IsSilentFor(period);

    /// <summary>Whether a replica responds in any way: one that breaks off is not frozen, and whatever else fails here must not end the watch.</summary>
    private static async Task<bool> RespondsAsync(ClusterState cluster, DestinationState replica, CancellationToken stopping)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(stopping);
        patience.CancelAfter(Patience);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(new Uri(replica.Model.Config.Address), Address));
            using var response = await cluster.Model.HttpClient.SendAsync(request, patience.Token);
            return true;
        }
        catch (OperationCanceledException) when (!stopping.IsCancellationRequested)
        {
            return false;
        }
        catch (Exception failed) when (failed is not OperationCanceledException)
        {
            return true;
        }
    }
}
