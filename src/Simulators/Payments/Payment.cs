namespace Dugout.Simulators.Payments;

/// <summary>A payment in the partner's book.</summary>
/// <param name="PaymentId">The partner's name for it.</param>
/// <param name="Key">The shop's.</param>
/// <param name="Amount">Whole won; 0 where the key was closed before anything was asked for.</param>
/// <param name="Outcome">What it is decided to be.</param>
/// <param name="DecidedAt">When.</param>
/// <param name="Asked">How often it was asked for.</param>
/// <param name="ReturnedAt">When it was told to be given back; null as long as it hasn't been.</param>
internal sealed record Payment(
    string PaymentId, string Key, long Amount, Outcome Outcome, DateTimeOffset DecidedAt, int Asked, DateTimeOffset? ReturnedAt = null)
{
    /// <summary>
    /// Where it is at a moment: <c>pending</c>, <c>approved</c>, <c>declined</c>; <c>refunded</c> where money came back, <c>closed</c> where
    /// there was none yet and never will be.
    /// </summary>
    public string StateAt(DateTimeOffset now) => this switch
    {
        { ReturnedAt: { } returned, Outcome: Outcome.Approve } when returned >= DecidedAt => "refunded",
        { ReturnedAt: not null } => "closed",
        _ when now < DecidedAt => "pending",
        { Outcome: Outcome.Approve } => "approved",
        _ => "declined",
    };
}
