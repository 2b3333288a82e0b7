namespace Dugout.Gateway.Tests.Caching;

/// <summary>
/// A clock for tests of what a cache holds, not of when: limits of time are twenty times as far, so that a machine with much else to do doesn't reach them. What repeats does so as usual.
/// </summary>
internal sealed class PatientClock : TimeProvider
{
    private const int Patience = 20;

    public override long TimestampFrequency => base.TimestampFrequency * Patience;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        base.CreateTimer(callback, state, period == Timeout.InfiniteTimeSpan && dueTime > TimeSpan.Zero ? dueTime * Patience : dueTime, period);
}
