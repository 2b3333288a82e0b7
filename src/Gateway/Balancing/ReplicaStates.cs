using System.Runtime.CompilerServices;
using Yarp.ReverseProxy.Model;

namespace Dugout.Gateway.Balancing;

/// <summary>What the gateway has noticed of each replica.</summary>
internal sealed class ReplicaStates(TimeProvider time)
{
    private readonly ConditionalWeakTable<DestinationState, ReplicaState> _states = [];

    /// <summary>The state of a replica.</summary>
    public ReplicaState this[DestinationState replica] => _states.GetValue(replica, _ => new(time));
}

/// <summary>What the gateway has noticed of one replica.</summary>
#pragma warning disable CA1001 // The source has no timer and no wait handle, and requests that still hold its token outlive the replica.
internal sealed class ReplicaState(TimeProvider time)
#pragma warning restore CA1001
{
    private static readonly TimeSpan Resolution = TimeSpan.FromMilliseconds(50);

    private CancellationTokenSource _frozen = new();
    private long _answeredAt;
    private int _failedRequests;

    /// <summary>Cancelled when the replica turns out to be frozen: what has been sent to it until then gets no response for an unknown time.</summary>
    public CancellationToken Frozen => Volatile.Read(ref _frozen).Token;

    /// <summary>A request got its response.</summary>
    public void Answered()
    {
        // Written only when it changes: all requests of a replica pass here.
        if (Volatile.Read(ref _failedRequests) != 0)
            Volatile.Write(ref _failedRequests, 0);
        if (time.GetElapsedTime(Volatile.Read(ref _answeredAt)) > Resolution)
            Volatile.Write(ref _answeredAt, time.GetTimestamp());
    }

    /// <summary>A request got no response.</summary>
    /// <returns>The number of those in a row.</returns>
    public int Failed() => Interlocked.Increment(ref _failedRequests);

    /// <summary>Begins to count anew.</summary>
    public void Forget() => Volatile.Write(ref _failedRequests, 0);

    /// <summary>Whether no request got a response for a while.</summary>
    public bool IsSilentFor(TimeSpan period) => time.GetElapsedTime(Volatile.Read(ref _answeredAt)) > period;

    /// <summary>Ends the requests that wait for it.</summary>
    public void GiveUp() => Interlocked.Exchange(ref _frozen, new()).Cancel();
}
