namespace Dugout.Features.FanEvents;

/// <summary>What an application can be, as its row and its answers say it. A waiting one becomes confirmed when a place comes free; either may be cancelled, for good.</summary>
internal static class ApplicationStates
{
    /// <summary>It has a place.</summary>
    public const string Confirmed = "confirmed";

    /// <summary>It is in line for one.</summary>
    public const string Waiting = "waiting";

    /// <summary>The fan gave it up.</summary>
    public const string Cancelled = "cancelled";
}
