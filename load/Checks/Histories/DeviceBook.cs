using System.Collections.Concurrent;

namespace Dugout.Load.Checks.Histories;

/// <summary>
/// The book of the devices that fans signed in with, one a fan; every member may be called from anywhere at any time. A sign-in is written down before it is sent.
/// </summary>
/// <param name="time">The clock that the shop's rows have their times of.</param>
internal sealed class DeviceBook(TimeProvider time)
{
    private readonly ConcurrentDictionary<string, DateTime> _since = new();

    /// <summary>A fan signs in; answers the token of their device, which is the same each time.</summary>
    /// <param name="email">Who.</param>
    public string Begins(string email)
    {
        _since.TryAdd(email, time.GetUtcNow().UtcDateTime);
        return TokenOf(email);
    }

    /// <summary>All devices up to now.</summary>
    public IReadOnlyList<FansDevice> Read() => [.. _since.Select(one => new FansDevice(one.Key, TokenOf(one.Key), one.Value))];

    private static string TokenOf(string email) => $"load:{email}";
}

/// <summary>A fan's device.</summary>
/// <param name="Email">The fan.</param>
/// <param name="Token">The token that notices are pushed to.</param>
/// <param name="Since">When the first sign-in with it was sent, UTC: what was told to the fan before need not have come to it.</param>
internal sealed record FansDevice(string Email, string Token, DateTime Since);
