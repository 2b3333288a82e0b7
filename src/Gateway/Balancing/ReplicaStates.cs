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
internal sealed class ReplicaState(TimeProvider time)
{
    private static readonly TimeSpan Resolution = TimeSpan.FromMilliseconds(50);

    private long _livedAt;
    private int _failedRequests;

    /// <summary>The reads that wait for it.</summary>
    public WaitingRequests Reads { get; } = new();

    /// <summary>The writes that wait for it.</summary>
    public WaitingRequests Writes { get; } = new();

    /// <summary>How often in a row it did not say that it lives. Only <see cref="FrozenReplicas"/> increases it.</summary>
    public int UnansweredQuestions { get; set; }

    /// <summary>A request got its response.</summary>
    public void Answered()
    {
        // Written only when it changes: all requests of a replica pass here.
        if (Volatile.Read(ref _failedRequests) != 0)
            Volatile.Write(ref _failedRequests, 0);
        if (IsSilentFor(Resolution))
            Lives();
    }

    /// <summary>The replica responded.</summary>
    public void Lives()
    {
        Volatile.Write(ref _livedAt, time.GetTimestamp());
        UnansweredQuestions = 0;
    }

    /// <summary>A request got no response.</summary>
    /// <returns>The number of those in a row.</returns>
    public int Failed() => Interlocked.Increment(ref _failedRequests);

    /// <summary>Begins to count anew.</summary>
    public void Forget() => Volatile.Write(ref _failedRequests, 0);

    /// <summary>Whether it has not responded for a while.</summary>
    public bool IsSilentFor(TimeSpan period) => time.GetElapsedTime(Volatile.Read(ref _livedAt)) > period;
}

/// <summary>The requests that wait for a replica.</summary>
#pragma warning disable CA1001 // The source has no timer and no wait handle, and requests that still hold its token outlive the replica.
internal sealed class WaitingRequests
#pragma warning restore CA1001
{
    private CancellationTokenSource _givenUp = new();

    /// <summary>Cancelled when the requests that wait now are given up.</summary>
    public CancellationToken GivenUp => Volatile.Read(ref _givenUp).Token;

    /// <summary>Gives up those that wait now.</summary>
    public void GiveUp() => Interlocked.Exchange(ref _givenUp, new()).Cancel();
}
