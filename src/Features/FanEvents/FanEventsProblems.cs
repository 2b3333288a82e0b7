namespace Dugout.Features.FanEvents;

/// <summary>The errors of fan events, with their stable codes.</summary>
public static class FanEventsProblems
{
    /// <summary>No fan event has this id.</summary>
    public static readonly Problem NoSuchEvent = new(404, "no-such-event", "There is no such event.");

    /// <summary>The account has not applied for the event.</summary>
    public static readonly Problem NoSuchApplication = new(404, "no-such-application", "This account has not applied for this event.");

    /// <summary>The application window has not opened yet.</summary>
    public static readonly Problem ApplicationsNotOpen = new(409, "applications-not-open", "Applications for this event have not opened yet.");

    /// <summary>The application window has closed.</summary>
    public static readonly Problem ApplicationsClosed = new(409, "applications-closed", "Applications for this event are closed.");

    /// <summary>The account has already applied for the event.</summary>
    public static readonly Problem AlreadyApplied = new(409, "already-applied", "This account has already applied for this event.");

    /// <summary>All places of the event are taken, and it has no waiting list.</summary>
    public static readonly Problem EventFull = new(409, "event-full", "All places of this event are taken.");

    /// <summary>More places are taken than the operator's new limit allows.</summary>
    public static readonly Problem PlacesTaken = new(409, "places-taken", "More places of this event are already taken; give at least as many.");
}
