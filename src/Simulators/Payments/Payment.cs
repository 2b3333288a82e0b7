namespace Dugout.Simulators.Payments;

/// <summary>A payment as stored by the partner.</summary>
/// <param name="PaymentId">The partner's id.</param>
/// <param name="Key">The shop's key.</param>
/// <param name="Amount">Whole won; 0 where the key was closed before any request.</param>
/// <param name="Outcome">Its outcome.</param>
/// <param name="DecidedAt">Time of the decision.</param>
/// <param name="Asked">Number of requests for it.</param>
/// <param name="ReturnedAt">Time of the refund request; null without one.</param>
internal sealed record Payment(
    string PaymentId, string Key, long Amount, Outcome Outcome, DateTimeOffset DecidedAt, int Asked, DateTimeOffset? ReturnedAt = null)
{
    /// <summary>
    /// Returns its state at a time: <c>pending</c>, <c>approved</c>, <c>declined</c>; <c>refunded</c> where money was returned, <c>closed</c> where
    /// none had been taken and never will be.
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
