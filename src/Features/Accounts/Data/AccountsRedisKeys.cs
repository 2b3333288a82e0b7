using StackExchange.Redis;

namespace Dugout.Features.Accounts;

/// <summary>The counters of the sign-in throttle. The braces place all of them on one node of a cluster, so that a script may access them together.</summary>
internal static class AccountsRedisKeys
{
    /// <summary>Counter: consecutive failed sign-ins for an account, or an unknown e-mail, from one address. Lives for the pause; not rebuilt.</summary>
    public static RedisKey SignInThrottle(string who, string place) => $"dugout:{{sign-ins}}:failed:{place}:{who}";

    /// <summary>Counter: consecutive failed sign-ins for an account from all addresses. Lives for its own pause; not rebuilt.</summary>
    public static RedisKey SignInThrottleOf(string who) => $"dugout:{{sign-ins}}:failed-of:{who}";

    /// <summary>
    /// Counter: consecutive failed sign-ins for an account from one address over a longer time. Lives as long as the counter for all addresses; not rebuilt.
    /// </summary>
    public static RedisKey SignInThrottleLong(string who, string place) => $"dugout:{{sign-ins}}:failed-long:{place}:{who}";

    /// <summary>Counter: failed sign-ins from one address for all accounts. Lives for the pause after the first failure; not rebuilt.</summary>
    public static RedisKey SignInThrottleFrom(string place) => $"dugout:{{sign-ins}}:failed-from:{place}";

    /// <summary>Counter: recent anonymous requests of one kind from one address. Lives for a minute after the first request; not rebuilt.</summary>
    public static RedisKey RequestsFrom(string what, string place) => $"dugout:{{sign-ins}}:{what}:{place}";
}
