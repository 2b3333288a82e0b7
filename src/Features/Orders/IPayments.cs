namespace Dugout.Features.Orders;

/// <summary>
/// The payment partner over the network. Its responses may be late, lost or repeated. Every call uses the order's key, so a
/// repeated call has no further effect.
/// </summary>
public interface IPayments
{
    /// <summary>Requests a payment. The first call creates it; repeats return its state.</summary>
    /// <param name="key">The order's key.</param>
    /// <param name="amount">Whole won, the same each time.</param>
    /// <param name="cancellation">Cancels the call; whether the partner received it is then unknown.</param>
    /// <exception cref="PartnerUnavailableException">No usable response. Whether the payment exists is unknown.</exception>
    Task<Payment> ChargeAsync(string key, long amount, CancellationToken cancellation);

    /// <summary>Looks up a payment without creating one.</summary>
    /// <returns>The payment; null if the partner does not know the key.</returns>
    /// <exception cref="PartnerUnavailableException">No usable response.</exception>
    Task<Payment?> FindAsync(string key, CancellationToken cancellation);

    /// <summary>
    /// Refunds the payment of a key, once however often it is called, and closes the key: a payment not approved by then will
    /// never be approved.
    /// </summary>
    /// <exception cref="PartnerUnavailableException">No response, or no confirmation. Whether the payment was refunded is unknown.</exception>
    Task RefundAsync(string key, CancellationToken cancellation);
}

/// <summary>The state of a payment, as reported by the partner.</summary>
/// <param name="PaymentId">The partner's id of the payment.</param>
/// <param name="Amount">Whole won.</param>
/// <param name="State"><c>approved</c>, <c>declined</c>, <c>pending</c>; after a refund <c>refunded</c> or <c>closed</c>.</param>
public sealed record Payment(string PaymentId, long Amount, string State)
{
    /// <summary>The payment is complete.</summary>
    public const string Approved = "approved";

    internal const int LongestId = 60;

    /// <summary>Whether the payment has finally failed or was refunded.</summary>
    public bool IsLost => State is "declined" or "refunded" or "closed";

    /// <summary>Whether a partner's payment id is valid: 1 to 60 visible ASCII characters.</summary>
    public static bool IsId(string? paymentId) => paymentId is { Length: > 0 and <= LongestId } && paymentId.All(letter => letter is > ' ' and <= '~');
}

/// <summary>The partner did not respond, or its response was unusable.</summary>
public sealed class PartnerUnavailableException(string call, Exception reason) : Exception($"The call '{call}' to the payment partner failed: {reason?.Message}", reason);
