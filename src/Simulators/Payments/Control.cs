namespace Dugout.Simulators.Payments;

/// <summary>The current behaviour, and the request count that selects failing requests.</summary>
internal sealed class Control
{
    private volatile Behaviour _behaviour = new();
    private int _requests;

    /// <summary>Current behaviour of the partner.</summary>
    public Behaviour Behaviour
    {
        get => _behaviour;
        set => _behaviour = value;
    }

    /// <summary>Called for each request.</summary>
    /// <returns>Whether this request fails.</returns>
    public bool Fails(Behaviour behaviour) => Interlocked.Increment(ref _requests) is var number && behaviour.FailEvery > 0 && number % behaviour.FailEvery == 0;
}
