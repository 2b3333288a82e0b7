using StackExchange.Redis;

namespace Dugout.Features.Accounts;

/// <summary>The counters of the sign-in throttle. The braces keep all of them on one node of a cluster, so that a script may touch them together.</summary>
internal static class AccountsRedisKeys
{
    /// <summary>Counter: failed sign-ins in a row for an account, or an unknown e-mail, from an address. Lives for the pause; starts again at nought.</summary>
    public static RedisKey SignInThrottle(string who, string place) => $"dugout:{{sign-ins}}:failed:{place}:{who}";

    /// <summary>Counter: the same, from wherever. Lives for its own pause; starts again at nought.</summary>
    public static RedisKey SignInThrottleOf(string who) => $"dugout:{{sign-ins}}:failed-of:{who}";

    /// <summary>Counter: failed sign-ins in a row for an account from an address, over a longer time. Lives as the one from wherever; starts again at nought.</summary>
    public static RedisKey SignInThrottleLong(string who, string place) => $"dugout:{{sign-ins}}:failed-long:{place}:{who}";

    /// <summary>Counter: failed sign-ins from an address, for whichever account. Lives for the pause after the first; starts again at nought.</summary>
    public static RedisKey SignInThrottleFrom(string place) => $"dugout:{{sign-ins}}:failed-from:{place}";

    /// <summary>Counter: what an address has asked for of late that anybody may. Lives for a minute after the first; starts again at nought.</summary>
    public static RedisKey RequestsFrom(string what, string place) => $"dugout:{{sign-ins}}:{what}:{place}";
}
