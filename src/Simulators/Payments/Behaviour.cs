using System.ComponentModel.DataAnnotations;

namespace Dugout.Simulators.Payments;

/// <summary>What becomes of a payment that is asked for.</summary>
internal enum Outcome
{
    /// <summary>It is approved.</summary>
    Approve,

    /// <summary>It is declined.</summary>
    Decline,
}

/// <summary>Whether whoever asks for a payment is told what becomes of it.</summary>
internal enum Reply
{
    /// <summary>Yes, if it is decided by then.</summary>
    AtOnce,

    /// <summary>No, only that it is pending: a callback will say.</summary>
    Later,

    /// <summary>The request is taken, and never answered.</summary>
    Never,
}

/// <summary>
/// How the payment partner behaves from now on. As it starts it approves at once and says so by one callback as well. The usual troubles are
/// choices of these: silent is <c>reply: never</c> with no callbacks, slow a latency, duplicate several callbacks, late a pause before them.
/// </summary>
internal sealed record Behaviour
{
    /// <summary>What becomes of payments.</summary>
    public Outcome Outcome { get; init; } = Outcome.Approve;

    /// <summary>Whether requests for a payment are told.</summary>
    public Reply Reply { get; init; } = Reply.AtOnce;

    /// <summary>Pause before any answer, in milliseconds. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int LatencyMilliseconds { get; init; }

    /// <summary>Each so many-th request fails with 500 and changes nothing; 0 for none. Range 0 to 1,000.</summary>
    [Range(0, 1_000)]
    public int FailEvery { get; init; }

    /// <summary>How long a payment is pending before it is decided, in milliseconds. Range 0 to 600,000.</summary>
    [Range(0, 600_000)]
    public int DecideMilliseconds { get; init; }

    /// <summary>How often a decision is told by a callback. Range 0 to 10.</summary>
    [Range(0, 10)]
    public int Callbacks { get; init; } = 1;

    /// <summary>Pause between a decision and its first callback, in milliseconds. Range 0 to 600,000.</summary>
    [Range(0, 600_000)]
    public int CallbackMilliseconds { get; init; }
}
