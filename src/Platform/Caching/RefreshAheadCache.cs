using System.Collections.Concurrent;
using MySqlConnector;

namespace Dugout.Platform.Caching;

/// <summary>
/// What is asked of the primary again and again and may be a second old. An answer is kept for a second and renewed after half of it while
/// callers go on with the old one, so a rush for one thing asks twice a second and waits once.
/// </summary>
/// <param name="ask">Asks the primary; null where there is no such thing. That isn't kept: it may be made any moment.</param>
/// <param name="clock">Says how old an answer is.</param>
internal sealed class RefreshAheadCache<TKey, TValue>(Func<TKey, Task<TValue?>> ask, TimeProvider clock)
    where TKey : notnull
    where TValue : class
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Fresh = Longest / 2;

    private readonly ConcurrentDictionary<TKey, Kept> _kept = new();
    private readonly SingleFlight<TKey, TValue?> _asking = new();

    /// <summary>The answer; null where there is no such thing.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async ValueTask<TValue?> GetAsync(TKey key, CancellationToken cancellation)
    {
        if (_kept.TryGetValue(key, out var kept) && clock.GetElapsedTime(kept.Since) is var age && age < Longest)
        {
            if (age >= Fresh)
                _ = RenewAsync(key);
            return kept.Value;
        }

        return await _asking.RunAsync(key, QueryAsync, cancellation);
    }

    private async Task RenewAsync(TKey key)
    {
        try
        {
            await _asking.RunAsync(key, QueryAsync, CancellationToken.None);
        }
        catch (Exception error) when (error.IsOfTheDatabase())
        {
            // Whoever asks when the answer has become too old meets the error.
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

    /// <summary>An answer, and a moment at which it was true: before it was asked for.</summary>
    private sealed record Kept(TValue Value, long Since);
}
