using System.Collections.Concurrent;

namespace Dugout.Simulators.Payments;

/// <summary>All payments, by the shop's keys: one key, one payment. It lasts as long as the process does.</summary>
internal sealed class Book(TimeProvider clock)
{
    private readonly ConcurrentDictionary<string, Payment> _payments = new();

    /// <summary>Every payment, in the order of the keys.</summary>
    public IReadOnlyList<Payment> All => [.. _payments.Values.OrderBy(payment => payment.Key, StringComparer.Ordinal)];

    /// <summary>The payment of a key; null where there is none.</summary>
    public Payment? Find(string key) => _payments.GetValueOrDefault(key);

    /// <summary>Makes a payment, or finds the one that was made under the key, whatever the behaviour is by now.</summary>
    public Payment Charge(string key, long amount, Behaviour behaviour) => _payments.AddOrUpdate(
        key,
        _ => new(NewId(), key, amount, behaviour.Outcome, clock.GetUtcNow().AddMilliseconds(behaviour.DecideMilliseconds), Asked: 1),
        (_, made) => made with { Asked = made.Asked + 1 });

    /// <summary>Gives a payment back, once, and closes its key, also one that nothing was asked for under.</summary>
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
