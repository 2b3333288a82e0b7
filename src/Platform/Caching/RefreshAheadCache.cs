using System.Collections.Concurrent;
using MySqlConnector;

namespace Dugout.Platform.Caching;

/// <summary>
/// Caches results of frequent queries that may be a moment old. A value is renewed in the middle of its life while callers receive the old value, so a
/// burst for one key costs two queries a life and one wait.
/// </summary>
/// <param name="ask">Queries the primary; null where the row does not exist. A null is not cached, because the row may be created at any moment.</param>
/// <param name="clock">Source of the age of a value.</param>
/// <param name="life">How long a value may be used; null for one second.</param>
internal sealed class RefreshAheadCache<TKey, TValue>(Func<TKey, Task<TValue?>> ask, TimeProvider clock, TimeSpan? life = null)
    where TKey : notnull
    where TValue : class
{
    private readonly TimeSpan _life = life ?? TimeSpan.FromSeconds(1);
    private readonly ConcurrentDictionary<TKey, Kept> _kept = new();
    private readonly SingleFlight<TKey, TValue?> _asking = new();

    /// <summary>Returns the cached or queried value; null where the row does not exist.</summary>
    /// <exception cref="MySqlException">The primary did not respond.</exception>
    public async ValueTask<TValue?> GetAsync(TKey key, CancellationToken cancellation)
    {
        if (_kept.TryGetValue(key, out var kept) && clock.GetElapsedTime(kept.Since) is var age && age < _life)
        {
            if (age >= _life / 2)
                _ = RenewAsync(key);
            return kept.Value;
        }

        return await _asking.RunAsync(key, QueryAsync, cancellation);
    }

    /// <summary>Queries a value although one is cached, or joins a query that is running, which may have begun a moment before.</summary>
    /// <exception cref="MySqlException">The primary did not respond.</exception>
    public Task<TValue?> GetNewAsync(TKey key, CancellationToken cancellation) => _asking.RunAsync(key, QueryAsync, cancellation);

    private async Task RenewAsync(TKey key)
    {
        try
        {
            await _asking.RunAsync(key, QueryAsync, CancellationToken.None);
        }
        catch (Exception error) when (error.IsOfTheDatabase())
        {
            // A failed renewal is ignored here: the first caller after the value has expired gets the error.
        }
    }

    private async Task<TValue?> QueryAsync(TKey key)
    {
        var since = clock.GetTimestamp();
        var value = await ask(key);
        if (value is not null)
            _kept[key] = new(value, since);
        return value;
    }

    /// <summary>A value, and a time stamp at which it was valid: taken before the query began.</summary>
    private sealed record Kept(TValue Value, long Since);
}
