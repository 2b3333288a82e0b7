using System.Security.Cryptography;
using StackExchange.Redis;

namespace Dugout.Platform.Redis;

/// <summary>
/// Fills what Redis lacks: of all processes one reads the source, the others look again until it is there or their patience ends. A lock in Redis decides who fills; it only
/// saves work, so two fills at once must do no harm.
/// </summary>
/// <param name="redis">Where the lock is.</param>
/// <param name="patience">How long a caller waits for another one's fill, and repeats its own.</param>
/// <param name="lease">Lifetime of the lock, for a process that dies or fails while it fills.</param>
public sealed class Refill(RedisStore redis, TimeSpan patience, TimeSpan lease)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>Finds what is wanted, or fills it.</summary>
    /// <param name="what">What is filled, for the names of spans.</param>
    /// <param name="key">The key of the lock.</param>
    /// <param name="find">Looks whether it is there; the default value if not.</param>
    /// <param name="fill">Reads the source and writes to Redis, given the token in the lock, which this method releases; the default value if it must be repeated.</param>
    /// <returns>What was found or filled; the default value where patience ended first.</returns>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<T?> RunAsync<T>(string what, RedisKey key, Func<Task<T?>> find, Func<string, Task<T?>> fill)
    {
        ArgumentNullException.ThrowIfNull(find);
        ArgumentNullException.ThrowIfNull(fill);
        using var over = new CancellationTokenSource(patience);
        var token = RandomNumberGenerator.GetHexString(16);
        while (true)
        {
            var found = await find();
            if (Is(found))
                return found;
            if (over.IsCancellationRequested)
                return default;
            if (!await redis.QueryAsync($"lock {what}", database => database.StringSetAsync(key, token, lease, When.NotExists), CancellationToken.None))
            {
                await Task.Delay(Pause, CancellationToken.None);
                continue;
            }

            // The one before may have filled it just after the last look.
            found = await find();
            if (!Is(found))
                found = await fill(token);
            await redis.QueryAsync($"unlock {what}", database => database.LockReleaseAsync(key, token), CancellationToken.None);
            if (Is(found))
                return found;
        }
    }

    private static bool Is<T>(T? found) => !EqualityComparer<T?>.Default.Equals(found, default);
}
