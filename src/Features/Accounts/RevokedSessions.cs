using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>
/// Knows which sessions have ended before their tokens do, so that a token is checked without a question: those somebody signed out of, and of accounts that
/// ended all of theirs the generation that still counts. Rows on the primary are the truth; what ended of late is asked for at most once a second, while
/// tokens come, and what ended here is known here at once. Who can't ask the primary lets nobody in once what they know is too old: nearly everything
/// that needs somebody signed in needs the primary as well. Redis has no part in it.
/// </summary>
public sealed class RevokedSessions(Databases databases, IOptions<SessionsOptions> options, TimeProvider clock, ILogger<RevokedSessions> log) : IHostedService
{
    /// <summary>
    /// Each look also asks for what it has asked for before, by so many seconds: a row is stamped before it can be seen, by no more than a text may take and the clocks may be apart.
    /// </summary>
    private const int OverlapSeconds = 60;

    private static readonly TimeSpan CleanUp = TimeSpan.FromHours(1);

    /// <summary>Over a connection of its own: it mustn't wait behind those who buy, nor they behind it.</summary>
    private readonly string _address = new MySqlConnectionStringBuilder(databases.Primary) { Pooling = false }.ConnectionString;
    private readonly ConcurrentDictionary<long, DateTime> _sessions = new();
    private readonly ConcurrentDictionary<long, (int Generation, DateTime EndedAt)> _accounts = new();
    private readonly SingleFlight<int, bool> _looking = new();
    private volatile Look? _last;
    private volatile Failure? _failed;
    private long _cleaned = clock.GetTimestamp();

    /// <summary>A look, by the two clocks of the moment before it.</summary>
    private sealed record Look(long Since, DateTimeOffset At);

    /// <summary>A look that met no answer.</summary>
    private sealed record Failure(long Since, Exception Error);

    /// <summary>Not by a constructor: the engines count in integers of different sizes.</summary>
    private sealed class Ended
    {
        public long Id { get; init; }

        public int Generation { get; init; }

        public DateTime EndedAt { get; init; }
    }

    /// <summary>Looks before the server listens; where the primary is away, the first token looks again.</summary>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        try
        {
            await PollAsync();
        }
        catch (Exception error) when (error.IsOfTheDatabase())
        {
            log.LogWarning("Started without knowing which sessions have ended: {Reason}", error.Message);
        }
    }

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Whether a session has ended, as far as it is known here.</summary>
    public bool Has(Session session) =>
        _sessions.ContainsKey(session.Id) || (_accounts.TryGetValue(session.AccountId, out var account) && session.Generation < account.Generation);

    /// <summary>Makes sure that what is known is new enough to let somebody in by it. Mostly it is, and nobody waits.</summary>
    /// <exception cref="MySqlException">It isn't, and the primary did not answer.</exception>
    public async ValueTask KnowAsync(CancellationToken cancellation)
    {
        var age = _last is { } last ? clock.GetElapsedTime(last.Since) : TimeSpan.MaxValue;
        if (age.TotalMilliseconds < options.Value.PollMilliseconds)
            return;
        // A primary that is away isn't asked by everybody who comes.
        var hasJustFailed = _failed is { } recent && clock.GetElapsedTime(recent.Since).TotalMilliseconds < options.Value.PollMilliseconds;
        if (age.TotalMilliseconds < options.Value.TrustMilliseconds)
            _ = hasJustFailed ? Task.CompletedTask : LookAsideAsync();
        else if (hasJustFailed && _failed is { } failed)
            ExceptionDispatchInfo.Throw(failed.Error);
        else
            await _looking.RunAsync(0, _ => PollAsync(), cancellation);
    }

    /// <summary>Takes note of a session that ended here.</summary>
    public void Add(Session session) => _sessions.TryAdd(session.Id, clock.GetUtcNow().UtcDateTime);

    /// <summary>Takes note of an account whose sessions before a generation ended here.</summary>
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
            // Whoever comes when what is known has become too old meets the error.
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
            SELECT session_id AS Id, ended_at AS EndedAt FROM ended_sessions WHERE ended_at > UTC_TIMESTAMP(6) - INTERVAL @seconds SECOND;
            SELECT id AS Id, generation AS Generation, sessions_ended_at AS EndedAt FROM accounts WHERE sessions_ended_at > UTC_TIMESTAMP(6) - INTERVAL @seconds SECOND
            """;
        var now = new Look(clock.GetTimestamp(), clock.GetUtcNow());
        await using var connection = await LeasedConnection.OpenAsync(_address, CancellationToken.None);
        await using var answers = await connection.QueryMultipleAsync(new(Sql, new { seconds = SecondsSince(_last, now) }));
        foreach (var session in await answers.ReadAsync<Ended>())
            _sessions.TryAdd(session.Id, session.EndedAt);
        foreach (var account in await answers.ReadAsync<Ended>())
            Add(account.Id, account.Generation, account.EndedAt);
        _last = now;
        ForgetOld(now);
    }

    /// <summary>How far back to ask: to the last look, by whichever clock says more, and some more; at first as long as a token lives.</summary>
    private int SecondsSince(Look? last, Look now)
    {
        if (last is null)
            return Session.LongestSeconds + OverlapSeconds;
        var seconds = Math.Max(clock.GetElapsedTime(last.Since, now.Since).TotalSeconds, (now.At - last.At).TotalSeconds);
        return (int)Math.Clamp(Math.Ceiling(seconds), 0, Session.LongestSeconds) + OverlapSeconds;
    }

    /// <summary>Lets go of what no token can be of any more.</summary>
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
