using System.Collections.Concurrent;

namespace Dugout.Load.Checks.Histories;

/// <summary>Records the devices that fans signed in with, one per fan. Every member is thread-safe. A sign-in is recorded before it is sent.</summary>
/// <param name="time">The clock that the shop's rows are stamped with.</param>
internal sealed class DeviceLog(TimeProvider time)
{
    private readonly ConcurrentDictionary<string, DateTime> _since = new();

    /// <summary>Records a fan's sign-in and returns the token of the fan's device, which is the same each time.</summary>
    /// <param name="email">The fan.</param>
    public string Begins(string email)
    {
        _since.TryAdd(email, time.GetUtcNow().UtcDateTime);
        return TokenOf(email);
    }

    /// <summary>All devices so far.</summary>
    public IReadOnlyList<FansDevice> Read() => [.. _since.Select(one => new FansDevice(one.Key, TokenOf(one.Key), one.Value))];

    private static string TokenOf(string email) => $"load:{email}";
}

/// <summary>A fan's device.</summary>
/// <param name="Email">The fan.</param>
/// <param name="Token">The token that notices are pushed to.</param>
/// <param name="Since">When the first sign-in with it was sent, UTC: earlier notices of the fan need not have reached it.</param>
internal sealed record FansDevice(string Email, string Token, DateTime Since);
