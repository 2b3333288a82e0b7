namespace Dugout.Features.FanEvents;

/// <summary>
/// The states of an application, as stored and as returned. A waiting application becomes confirmed when a place becomes free; either may be cancelled permanently.
/// </summary>
internal static class ApplicationStates
{
    /// <summary>It has a place.</summary>
    public const string Confirmed = "confirmed";

    /// <summary>It is on the waiting list.</summary>
    public const string Waiting = "waiting";

    /// <summary>The fan cancelled it.</summary>
    public const string Cancelled = "cancelled";
}
