namespace Dugout.Features.Orders;

/// <summary>
/// The payment partner, who is asked over the network and is nobody's to trust: an answer may be late, lost, or told twice. Everything goes by
/// a key of ours, one an order, so asking again does nothing again.
/// </summary>
public interface IPayments
{
    /// <summary>Asks for a payment. The first time it is made; asked again, it is told what became of it.</summary>
    /// <param name="key">The order's key.</param>
    /// <param name="amount">Whole won, the same each time.</param>
    /// <param name="cancellation">Gives up; whether the partner heard is open then.</param>
    /// <exception cref="PartnerUnavailableException">No answer, or none that can be used. Whether there is a payment is open.</exception>
    Task<Payment> ChargeAsync(string key, long amount, CancellationToken cancellation);

    /// <summary>What became of a payment, without asking for one.</summary>
    /// <returns>The payment; null where the partner never heard of the key.</returns>
    /// <exception cref="PartnerUnavailableException">No usable response.</exception>
    Task<Payment?> FindAsync(string key, CancellationToken cancellation);

    /// <summary>
    /// Gives back what was paid under a key, once however often it is asked, and closes the key: what wasn't approved by then, or never asked
    /// for, never will be.
    /// </summary>
    /// <exception cref="PartnerUnavailableException">No answer, or one that doesn't say it is done. Whether it was given back is open.</exception>
    Task RefundAsync(string key, CancellationToken cancellation);
}

/// <summary>What the partner says of a payment.</summary>
/// <param name="PaymentId">The partner's name for it.</param>
/// <param name="Amount">Whole won.</param>
/// <param name="State"><c>approved</c>, <c>declined</c>, <c>pending</c>; or <c>refunded</c>, <c>closed</c> once it was given back.</param>
public sealed record Payment(string PaymentId, long Amount, string State)
{
    /// <summary>The money is ours.</summary>
    public const string Approved = "approved";

    private const int LongestId = 60;

    /// <summary>It never will be, in whichever words.</summary>
    public bool IsLost => State is "declined" or "refunded" or "closed";

    /// <summary>Whether a partner's name for a payment can be kept: 1 to 60 visible ASCII characters.</summary>
    public static bool IsId(string? paymentId) => paymentId is { Length: > 0 and <= LongestId } && paymentId.All(letter => letter is > ' ' and <= '~');
}

/// <summary>The partner did not answer, or not so that it could be understood.</summary>
public sealed class PartnerUnavailableException(string call, Exception reason) : Exception($"The payment partner did not answer '{call}': {reason?.Message}", reason);
