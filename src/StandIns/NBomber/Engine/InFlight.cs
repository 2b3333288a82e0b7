// Counts what runs; holding the tasks themselves would grow with the length of the run.

namespace NBomber.Engine;

internal sealed class InFlight
{
    private readonly object _gate = new();
    private int _count;

    public int Count => Volatile.Read(ref _count);

    public void Enter() => Interlocked.Increment(ref _count);

    public void Leave()
    {
        if (Interlocked.Decrement(ref _count) > 0) return;
        lock (_gate) Monitor.PulseAll(_gate);
    }

    // Only after the last has entered.
    public void WaitForAll(TimeSpan longest)
    {
        lock (_gate)
        {
            while (Count > 0 && Monitor.Wait(_gate, longest))
            {
            }
        }
    }
}
