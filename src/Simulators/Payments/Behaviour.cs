using System.ComponentModel.DataAnnotations;

namespace Dugout.Simulators.Payments;

/// <summary>Outcome of a requested payment.</summary>
internal enum Outcome
{
    /// <summary>The payment is approved.</summary>
    Approve,

    /// <summary>The payment is declined.</summary>
    Decline,
}

/// <summary>Response to a payment request.</summary>
internal enum Reply
{
    /// <summary>The outcome, if it is decided by then.</summary>
    AtOnce,

    /// <summary>Pending; the outcome follows by callback.</summary>
    Later,

    /// <summary>None, although the request is accepted.</summary>
    Never,
}

/// <summary>
/// Behaviour of the payment partner. Initially it approves at once and also sends one callback. The usual faults are
/// combinations: silent is <c>reply: never</c> without callbacks, slow a latency, duplicate several callbacks, late a pause before them.
/// </summary>
internal sealed record Behaviour
{
    /// <summary>Outcome of payments.</summary>
    public Outcome Outcome { get; init; } = Outcome.Approve;

    /// <summary>Response to payment requests.</summary>
    public Reply Reply { get; init; } = Reply.AtOnce;

    /// <summary>Pause before any response, in milliseconds. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int LatencyMilliseconds { get; init; }

    /// <summary>Every n-th request fails with 500 and changes nothing; 0 for none. Range 0 to 1,000.</summary>
    [Range(0, 1_000)]
    public int FailEvery { get; init; }

    /// <summary>How long a payment is pending before it is decided, in milliseconds. Range 0 to 600,000.</summary>
    [Range(0, 600_000)]
    public int DecideMilliseconds { get; init; }

    /// <summary>Number of callbacks per decision. Range 0 to 10.</summary>
    [Range(0, 10)]
    public int Callbacks { get; init; } = 1;

    /// <summary>Pause between a decision and its first callback, in milliseconds. Range 0 to 600,000.</summary>
    [Range(0, 600_000)]
    public int CallbackMilliseconds { get; init; }
}
