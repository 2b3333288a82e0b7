using StackExchange.Redis;

namespace Dugout.Features.Shared;

/// <summary>
/// Every key we keep in Redis, with its type, its lifetime and who rebuilds it when it is gone. The braces keep the keys of
/// one game on one node of a cluster, so that a script may touch them together.
/// </summary>
internal static class RedisKeys
{
    /// <summary>Sorted set: held seat numbers of a grade, by the hold's deadline (Unix ms). Lives until the last deadline; lost holds are lost.</summary>
    public static RedisKey HeldSeats(long game, long grade) => $"dugout:{{game:{game}}}:held:{grade}";

    /// <summary>Sorted set: <c>grade:number</c> an account holds in a game, by deadline (Unix ms). Lives and dies with the held seats.</summary>
    public static RedisKey HeldByAccount(long game, long account) => $"dugout:{{game:{game}}}:held-by:{account}";

    /// <summary>Hash: one hold, with its account, deadline and seats. Lives until the deadline; never rebuilt.</summary>
    public static RedisKey Hold(long game, long hold) => $"dugout:{{game:{game}}}:hold:{hold}";

    /// <summary>Counter: failed sign-ins in a row for an account, or an unknown e-mail, from an address. Lives for the pause; starts again at nought.</summary>
    public static RedisKey FailedSignIns(string who, string address) => $"dugout:failed-sign-ins:{address}:{who}";
}
