using System.Collections.Concurrent;

namespace Dugout.Simulators.Payments;

/// <summary>All payments, by the shop's keys: one payment per key. Stored in memory for the lifetime of the process.</summary>
internal sealed class Book(TimeProvider clock)
{
    private readonly ConcurrentDictionary<string, Payment> _payments = new();

    /// <summary>All payments, in the order of their keys.</summary>
    public IReadOnlyList<Payment> All => [.. _payments.Values.OrderBy(payment => payment.Key, StringComparer.Ordinal)];

    /// <summary>Returns the payment of a key; null where there is none.</summary>
    public Payment? Find(string key) => _payments.GetValueOrDefault(key);

    /// <summary>Creates a payment, or returns the existing one of the key, even if the behaviour has changed since.</summary>
    public Payment Charge(string key, long amount, Behaviour behaviour) => _payments.AddOrUpdate(
        key,
        _ => new(NewId(), key, amount, behaviour.Outcome, clock.GetUtcNow().AddMilliseconds(behaviour.DecideMilliseconds), Asked: 1),
        (_, made) => made with { Asked = made.Asked + 1 });

    /// <summary>Refunds a payment, once, and closes its key, even one without a payment.</summary>
    public Payment Return(string key)
    {
        var now = clock.GetUtcNow();
        return _payments.AddOrUpdate(
            key,
            _ => new(NewId(), key, Amount: 0, Outcome.Decline, now, Asked: 0, now),
            (_, made) => made with { ReturnedAt = made.ReturnedAt ?? now });
    }

    private static string NewId() => $"pay-{Guid.NewGuid():N}";
}
