using System.Globalization;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Features.Accounts;

/// <summary>A sign-in attempt.</summary>
/// <param name="Who">The counter name of the account; see <see cref="SignInThrottle.Who"/>.</param>
/// <param name="Place">The network of the request; see <see cref="KnownNetworks.PlaceOf"/>.</param>
/// <param name="IsFamiliar">Whether the account has signed in from this network before.</param>
public sealed record Attempt(string Who, string Place, bool IsFamiliar);

/// <summary>
/// Limits consecutive failed sign-ins: few per account and address within a minute, many over a day; many per account from all addresses; many per address for all accounts. The last
/// two don't apply on the account's known networks, so that failures in a fan's name or from a shared address can't lock the fan out. An attempt counts as failed from before its
/// password check until it succeeds. Counted by account, because the database treats several spellings of an e-mail as equal. Best effort: while Redis is unavailable there is no limit.
/// </summary>
public sealed class SignInThrottle(RedisStore redis, IOptions<AccountsOptions> accounts, IOptions<AttemptsOptions> attempts)
{
    private const int RequestSeconds = 60;
    private static readonly string TryScript = RedisScript.Of(typeof(SignInThrottle), "Attempts.try");
    private static readonly string SucceededScript = RedisScript.Of(typeof(SignInThrottle), "Attempts.succeeded");
    private static readonly string RequestScript = RedisScript.Of(typeof(SignInThrottle), "Attempts.request");

    /// <summary>Checks the limits without counting; null if the attempt may proceed.</summary>
    public Task<Problem?> ErrorOfAsync(Attempt attempt, CancellationToken cancellation) => QueryAsync(TryScript, Keys(attempt), Limits(attempt, "look"), cancellation);

    /// <summary>Counts an attempt as failed; if a limit is reached, returns the error and counts nothing.</summary>
    public Task<Problem?> CountAsync(Attempt attempt, CancellationToken cancellation) => QueryAsync(TryScript, Keys(attempt), Limits(attempt, "count"), cancellation);

    /// <summary>Resets the counters after a successful attempt.</summary>
    public Task SucceededAsync(Attempt attempt, CancellationToken cancellation) => QueryAsync(SucceededScript, Keys(attempt), [1], cancellation);

    /// <summary>Resets the counters after the owner was authenticated by other means, without an attempt.</summary>
    public Task ForgiveAsync(long account, string place, CancellationToken cancellation) =>
        QueryAsync(SucceededScript, Keys(new(WhoOf(account), place, IsFamiliar: true)), [0], cancellation);

    /// <summary>Counts another anonymous request from an address, or returns the error if the limit is reached.</summary>
    /// <param name="what">The kind of request; each has its own counter.</param>
    /// <param name="place">The network of the request.</param>
    /// <param name="cancellation">Cancels the query.</param>
    public Task<Problem?> RequestAsync(string what, string place, CancellationToken cancellation) =>
        QueryAsync(RequestScript, [AccountsRedisKeys.RequestsFrom(what, place)], [attempts.Value.RequestsOfAnAddress, RequestSeconds], cancellation);

    /// <summary>The counter name of a sign-in's account.</summary>
    public static string Who(Account? account, string email)
    {
        ArgumentNullException.ThrowIfNull(email);
        // The prefixes keep an unknown e-mail from colliding with an account id.
        return account is null ? $"mail:{email.ToUpperInvariant()}" : WhoOf(account.Id);
    }

    /// <summary>The counter name of a known account.</summary>
    public static string WhoOf(long account) => string.Create(CultureInfo.InvariantCulture, $"id:{account}");

    private static RedisKey[] Keys(Attempt attempt) =>
    [
        AccountsRedisKeys.SignInThrottle(attempt.Who, attempt.Place), AccountsRedisKeys.SignInThrottleOf(attempt.Who), AccountsRedisKeys.SignInThrottleFrom(attempt.Place),
        AccountsRedisKeys.SignInThrottleLong(attempt.Who, attempt.Place),
    ];

    private RedisValue[] Limits(Attempt attempt, string mode) =>
    [
        accounts.Value.FailuresBeforePause, accounts.Value.PauseSeconds, attempts.Value.FailuresOfAnAccount, attempts.Value.AccountPauseSeconds,
        attempts.Value.FailuresOfAnAddress, accounts.Value.PauseSeconds, attempt.IsFamiliar ? "familiar" : "", mode,
    ];

    private async Task<Problem?> QueryAsync(string script, RedisKey[] keys, RedisValue[] limits, CancellationToken cancellation)
    {
        try
        {
            var seconds = (int)await redis.QueryAsync("check sign-in throttle", database => database.RunAsync(script, keys, limits), cancellation);
            return seconds == 0 ? null : AccountsProblems.TooManyAttempts with { RetryAfter = seconds };
        }
        catch (RedisUnavailableException)
        {
            return null;
        }
    }
}
