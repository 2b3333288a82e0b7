using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>
/// Caches which sessions are revoked before their tokens expire, so that a token check needs no query: signed-out sessions, and for accounts that revoked
/// all sessions the current security stamp. The rows on the primary are authoritative; while tokens arrive, they are polled at most once a second, and local
/// revocations apply immediately. If the primary is unavailable and the cache is too old, every token is rejected; nearly every authenticated operation
/// needs the primary anyway. Redis is not involved.
/// </summary>
public sealed class RevokedSessions(Databases databases, IOptions<SessionsOptions> options, TimeProvider clock, ILogger<RevokedSessions> log) : IHostedService
{
    /// <summary>Each poll overlaps the previous one by this many seconds: a row is stamped before it becomes visible, and this covers statement time and clock differences.</summary>
    private const int OverlapSeconds = 60;

    private static readonly TimeSpan CleanUp = TimeSpan.FromHours(1);

    private readonly ConcurrentDictionary<long, DateTime> _sessions = new();
    private readonly ConcurrentDictionary<long, (int Generation, DateTime EndedAt)> _accounts = new();
    private readonly SingleFlight<int, bool> _looking = new();
    private volatile Look? _last;
    private volatile Failure? _failed;
    private long _cleaned = clock.GetTimestamp();

    /// <summary>A poll, by both clocks at the moment before it.</summary>
    private sealed record Look(long Since, DateTimeOffset At);

    /// <summary>A failed poll.</summary>
    private sealed record Failure(long Since, Exception Error);

    /// <summary>Properties instead of a constructor, because the database engines return integers of different sizes.</summary>
    private sealed class Ended
    {
        public long Id { get; init; }

        public int Generation { get; init; }

        public DateTime EndedAt { get; init; }
    }

    /// <summary>Polls before the server listens; if the primary is unavailable, the first token polls again.</summary>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        try
        {
            await PollAsync();
        }
        catch (Exception error) when (error.IsOfTheDatabase())
        {
            log.LogWarning("Could not load the revoked sessions: {Reason}; retrying at the first request with an access token", error.Message);
        }
    }

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Whether a session is revoked, according to the cache.</summary>
    public bool Has(Session session) =>
        _sessions.ContainsKey(session.Id) || (_accounts.TryGetValue(session.AccountId, out var account) && session.Generation < account.Generation);

    /// <summary>Ensures that the cache is fresh enough to accept a token. Usually it is, and no caller waits.</summary>
    /// <exception cref="MySqlException">The cache is too old and the primary is unavailable.</exception>
    public async ValueTask KnowAsync(CancellationToken cancellation)
    {
        var age = _last is { } last ? clock.GetElapsedTime(last.Since) : TimeSpan.MaxValue;
        if (age.TotalMilliseconds < options.Value.PollMilliseconds)
            return;
        // After a failed poll the next one waits for the poll interval, so that not every request queries an unavailable primary.
        var hasJustFailed = _failed is { } recent && clock.GetElapsedTime(recent.Since).TotalMilliseconds < options.Value.PollMilliseconds;
        if (age.TotalMilliseconds < options.Value.TrustMilliseconds)
            _ = hasJustFailed ? Task.CompletedTask : LookAsideAsync();
        else if (hasJustFailed && _failed is { } failed)
            ExceptionDispatchInfo.Throw(failed.Error);
        else
            await _looking.RunAsync(0, _ => PollAsync(), cancellation);
    }

    /// <summary>Adds a session revoked by this process.</summary>
    public void Add(Session session) => _sessions.TryAdd(session.Id, clock.GetUtcNow().UtcDateTime);

    /// <summary>Adds an account whose sessions with a lower security stamp were revoked by this process.</summary>
    public void Add(long account, int generation) => Add(account, generation, clock.GetUtcNow().UtcDateTime);

    private void Add(long account, int generation, DateTime endedAt) => _accounts.AddOrUpdate(
        account, (generation, endedAt), (_, known) => known.Generation < generation ? (generation, endedAt) : known);

    private async Task LookAsideAsync()
    {
        try
        {
            await _looking.RunAsync(0, _ => PollAsync(), CancellationToken.None);
        }
        catch (Exception error) when (error.IsOfTheDatabase())
        {
            // A request that finds the cache too old gets the error.
        }
    }

    private async Task<bool> PollAsync()
    {
        try
        {
            await QueryAsync();
            _failed = null;
            return true;
        }
        catch (Exception error) when (error.IsOfTheDatabase())
        {
            _failed = new(clock.GetTimestamp(), error);
            throw;
        }
    }

    private async Task QueryAsync()
    {
        const string Sql = """
            SELECT session_id AS Id, ended_at AS EndedAt FROM revoked_sessions WHERE ended_at > UTC_TIMESTAMP(6) - INTERVAL @seconds SECOND;
            SELECT id AS Id, generation AS Generation, sessions_ended_at AS EndedAt FROM accounts WHERE sessions_ended_at > UTC_TIMESTAMP(6) - INTERVAL @seconds SECOND
            """;
        var now = new Look(clock.GetTimestamp(), clock.GetUtcNow());
        // Outside the pool, so that polls and purchases don't wait for each other.
        await using var connection = await databases.OpenUnpooledPrimaryAsync(CancellationToken.None);
        await using var answers = await connection.QueryMultipleAsync(new(Sql, new { seconds = SecondsSince(_last, now) }));
        foreach (var session in await answers.ReadAsync<Ended>())
            _sessions.TryAdd(session.Id, session.EndedAt);
        foreach (var account in await answers.ReadAsync<Ended>())
            Add(account.Id, account.Generation, account.EndedAt);
        _last = now;
        ForgetOld(now);
    }

    /// <summary>
    /// How far back to query, in seconds: to the last poll, by the clock that shows the longer time, plus the overlap; on the first poll a
    /// token's maximum lifetime.
    /// </summary>
    private int SecondsSince(Look? last, Look now)
    {
        if (last is null)
            return Session.LongestSeconds + OverlapSeconds;
        var seconds = Math.Max(clock.GetElapsedTime(last.Since, now.Since).TotalSeconds, (now.At - last.At).TotalSeconds);
        return (int)Math.Clamp(Math.Ceiling(seconds), 0, Session.LongestSeconds) + OverlapSeconds;
    }

    /// <summary>Removes entries whose tokens have all expired.</summary>
    private void ForgetOld(Look now)
    {
        if (clock.GetElapsedTime(_cleaned, now.Since) < CleanUp)
            return;
        _cleaned = now.Since;
        var before = now.At.UtcDateTime.AddSeconds(-Session.LongestSeconds).AddHours(-1);
        foreach (var (id, _) in _sessions.Where(session => session.Value < before))
            _sessions.TryRemove(id, out _);
        foreach (var (id, _) in _accounts.Where(account => account.Value.EndedAt < before))
            _accounts.TryRemove(id, out _);
    }
}
