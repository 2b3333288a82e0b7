using System.Globalization;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Features.Accounts;

/// <summary>Somebody who tries a password.</summary>
/// <param name="Who">For which account; see <see cref="SignInThrottle.Who"/>.</param>
/// <param name="Place">From where; see <see cref="KnownNetworks.PlaceOf"/>.</param>
/// <param name="IsFamiliar">Whether the account has signed in from there before.</param>
public sealed record Attempt(string Who, string Place, bool IsFamiliar);

/// <summary>
/// Counts failed sign-ins in a row: few for an account from one address within a minute, many over a day; many for an account from wherever they come; many for an address whatever they
/// are for. The last two don't hold where the account has signed in before, so that nobody keeps a fan out by failing in their name, or beside them. A sign-in
/// counts as failed from before its password is checked until it has succeeded. By account, because the database takes many spellings for one
/// e-mail. A courtesy of Redis: while Redis is away nobody has to pause.
/// </summary>
public sealed class SignInThrottle(RedisStore redis, IOptions<AccountsOptions> accounts, IOptions<AttemptsOptions> attempts)
{
    private const int RequestSeconds = 60;
    private static readonly string TryScript = RedisScript.Of(typeof(SignInThrottle), "Attempts.try");
    private static readonly string SucceededScript = RedisScript.Of(typeof(SignInThrottle), "Attempts.succeeded");
    private static readonly string RequestScript = RedisScript.Of(typeof(SignInThrottle), "Attempts.request");

    /// <summary>The refusal of an attempt that comes after too many; null where it may go on. Counts nothing.</summary>
    public Task<Problem?> ErrorOfAsync(Attempt attempt, CancellationToken cancellation) => QueryAsync(TryScript, Keys(attempt), Limits(attempt, "look"), cancellation);

    /// <summary>Counts an attempt as failed, or refuses it: then it isn't counted.</summary>
    public Task<Problem?> CountAsync(Attempt attempt, CancellationToken cancellation) => QueryAsync(TryScript, Keys(attempt), Limits(attempt, "count"), cancellation);

    /// <summary>It has succeeded: the row is broken.</summary>
    public Task SucceededAsync(Attempt attempt, CancellationToken cancellation) => QueryAsync(SucceededScript, Keys(attempt), [1], cancellation);

    /// <summary>Its owner has shown who they are in another way: the row is broken without an attempt.</summary>
    public Task ForgiveAsync(long account, string place, CancellationToken cancellation) =>
        QueryAsync(SucceededScript, Keys(new(WhoOf(account), place, IsFamiliar: true)), [0], cancellation);

    /// <summary>Counts what else an address asks for without being anybody, or refuses it.</summary>
    /// <param name="what">What it asks for; each is counted by itself.</param>
    /// <param name="place">From where.</param>
    /// <param name="cancellation">Gives up.</param>
    public Task<Problem?> RequestAsync(string what, string place, CancellationToken cancellation) =>
        QueryAsync(RequestScript, [AccountsRedisKeys.RequestsFrom(what, place)], [attempts.Value.RequestsOfAnAddress, RequestSeconds], cancellation);

    /// <summary>Under which name failures of a sign-in are counted.</summary>
    public static string Who(Account? account, string email)
    {
        ArgumentNullException.ThrowIfNull(email);
        // Nobody's e-mail passes for somebody's id.
        return account is null ? $"mail:{email.ToUpperInvariant()}" : WhoOf(account.Id);
    }

    /// <summary>The same, of an account that is known.</summary>
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
            var seconds = (int)await redis.QueryAsync("failed sign-ins", database => database.ScriptEvaluateAsync(script, keys, limits), cancellation);
            return seconds == 0 ? null : AccountsProblems.TooManyAttempts with { RetryAfter = seconds };
        }
        catch (RedisUnavailableException)
        {
            return null;
        }
    }
}
