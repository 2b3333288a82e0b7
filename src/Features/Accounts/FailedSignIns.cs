using System.Globalization;
using Dugout.Features.Shared;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Accounts;

/// <summary>
/// Counts failed sign-ins in a row for an account, or for an e-mail that has none, from one address. Both together, so that a
/// stranger's failures elsewhere can't keep a fan out; by account, because the database takes many spellings for one e-mail.
/// A courtesy of Redis: while Redis is away nobody has to pause.
/// </summary>
public sealed class FailedSignIns(RedisStore redis, IOptions<AccountsOptions> options)
{
    /// <summary>Whether so many have failed that the next must wait.</summary>
    public Task<bool> MustPauseAsync(string who, string address, CancellationToken cancellation) => Courtesy(async () =>
        (long)await redis.AskAsync("failed sign-ins", database => database.StringGetAsync(RedisKeys.FailedSignIns(who, address)), cancellation)
            >= options.Value.FailuresBeforePause);

    /// <summary>One more has failed; the pause begins anew.</summary>
    public Task CountAsync(string who, string address, CancellationToken cancellation) => Courtesy(async () =>
    {
        const string Script = "redis.call('INCR', KEYS[1]); return redis.call('EXPIRE', KEYS[1], ARGV[1])";
        await redis.AskAsync("count failed sign-in", database =>
            database.ScriptEvaluateAsync(Script, [RedisKeys.FailedSignIns(who, address)], [options.Value.PauseSeconds]), cancellation);
        return true;
    });

    /// <summary>One succeeded: the row is broken.</summary>
    public Task ForgetAsync(string who, string address, CancellationToken cancellation) => Courtesy(() =>
        redis.AskAsync("forget failed sign-ins", database => database.KeyDeleteAsync(RedisKeys.FailedSignIns(who, address)), cancellation));

    /// <summary>Under which name failures of a sign-in are counted.</summary>
    public static string Who(Account? account, string email) =>
        account is null ? email.ToUpperInvariant() : account.Id.ToString(CultureInfo.InvariantCulture);

    private static async Task<bool> Courtesy(Func<Task<bool>> ask)
    {
        try
        {
            return await ask();
        }
        catch (RedisAwayException)
        {
            return false;
        }
    }
}
