namespace Dugout.Platform.Consistency;

/// <summary>
/// How an engine names a place in the primary's history, and how a replica is asked whether it has come there. A place is the
/// engine's own text; an earlier one is covered by every later one.
/// </summary>
public interface IReplication
{
    /// <summary>Expression, on the connection that has just committed: a place that what it wrote comes no later than. Empty where the server keeps no history.</summary>
    string LastWrite { get; }

    /// <summary>Expression, on the primary: the place of all that is committed.</summary>
    string Present { get; }

    /// <summary>Expression, on a replica: the place it has come to.</summary>
    string Reached { get; }

    /// <summary>Expression, on a replica: 1 while it follows, 0 when it has stopped or lost the primary.</summary>
    string IsFollowing { get; }

    /// <summary>
    /// Expression, on a replica: waits until it has come to <c>@place</c>, <c>@seconds</c> at most, and says 1 if it has. To be a
    /// statement of its own: within one statement the rows are older than the wait.
    /// </summary>
    string Wait { get; }

    /// <summary>Whether a text a client sent is a place.</summary>
    bool IsPlace(string text);

    /// <summary>A number that is higher for every later place.</summary>
    long Order(string place);

    /// <summary>Whether somebody who has reached one place has come to another.</summary>
    bool Covers(string reached, string place);
}
