namespace Dugout.Simulators.Payments;

/// <summary>The behaviour of the moment, and the count that says which request fails.</summary>
internal sealed class Control
{
    private volatile Behaviour _behaviour = new();
    private int _requests;

    /// <summary>How the partner behaves now.</summary>
    public Behaviour Behaviour
    {
        get => _behaviour;
        set => _behaviour = value;
    }

    /// <summary>Comes by with each request.</summary>
    /// <returns>Whether this one fails.</returns>
    public bool Fails(Behaviour behaviour) => Interlocked.Increment(ref _requests) is var number && behaviour.FailEvery > 0 && number % behaviour.FailEvery == 0;
}
