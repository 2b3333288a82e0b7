// The sessions of one connection string: at most MaximumPoolSize, lent to one owner each, first come first served.
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;

namespace MySqlConnector;

#pragma warning disable CA1001 // A pool lives as long as the process, and its timer with it.
internal sealed class ConnectionPool
#pragma warning restore CA1001
{
    private static readonly ConcurrentDictionary<string, ConnectionPool> Pools = new();

    private readonly Lock _gate = new();
    private readonly Stack<Session> _idle = new();
    private readonly LinkedList<Waiter> _waiters = new();
    private readonly ConnectionSettings _settings;
    private readonly Timer _housekeeping;
    private int _open;
    private int _generation;

    private ConnectionPool(ConnectionSettings settings)
    {
        _settings = settings;
        // A string without its password: it is told to whoever reads the metrics.
        Tag = new KeyValuePair<string, object?>("pool.name", settings.WithoutPassword);
        var period = TimeSpan.FromSeconds(Math.Clamp(settings.IdleTimeout.TotalSeconds / 2, 1, 30));
        _housekeeping = new Timer(static pool => ((ConnectionPool)pool!).KeepHouse(), this, TimeSpan.Zero, period);
    }

    public static IEnumerable<ConnectionPool> All => Pools.Values;
    public KeyValuePair<string, object?> Tag { get; }
    public int Pending => _waiters.Count;
    public int Idle => _idle.Count;
    public int Used => _open - _idle.Count;
    public int Maximum => _settings.MaximumPoolSize;

    public static ConnectionPool Of(ConnectionSettings settings) =>
        Pools.GetOrAdd(settings.ConnectionString, static (_, settings) => new ConnectionPool(settings), settings);

    public static ConnectionPool? Find(string connectionString) => Pools.GetValueOrDefault(connectionString);

    /// <summary>Lends an idle session, if one lies there and nobody waits before the caller.</summary>
    public Session? TryRent()
    {
        lock (_gate)
            return _waiters.Count == 0 ? TakeIdle() : null;
    }

    /// <summary>Lends a session, made anew if none is idle and the limit allows it; else waits for one.</summary>
    /// <param name="async">False waits and connects synchronously.</param>
    /// <param name="limit">The connection time-out and the caller's token.</param>
    /// <param name="caller">The caller's token alone.</param>
    public async ValueTask<Session> RentAsync(bool async, CancellationToken limit, CancellationToken caller)
    {
        Waiter? waiter = null;
        Session? session;
        lock (_gate)
        {
            session = _waiters.Count == 0 ? TakeIdle() : null;
            if (session is null && _open < _settings.MaximumPoolSize)
                _open++;
            else if (session is null)
                waiter = _waiters.AddLast(new Waiter()).Value;
        }
        if (waiter is not null)
            session = await WaitAsync(waiter, async, limit, caller).ConfigureAwait(false);
        return session ?? await CreateAsync(async, limit).ConfigureAwait(false);
    }

    public async ValueTask ReturnAsync(Session session, bool async)
    {
        var keep = await session.RestAsync(async).ConfigureAwait(false) && !IsOutlived(session);
        if (!keep)
            session.Dispose();
        PassOn(keep ? session : null);
    }

    /// <summary>Closes what is idle, and later what is lent now, when it comes back.</summary>
    public void Clear()
    {
        Session[] idle;
        lock (_gate)
        {
            _generation++;
            idle = [.. _idle];
            _idle.Clear();
            _open -= idle.Length;
        }
        foreach (var session in idle)
            session.Dispose();
    }

    private Session? TakeIdle()
    {
        while (_idle.TryPop(out var session))
        {
            if (!session.IsStale())
                return session;
            session.Abort();
            _open--;
        }
        return null;
    }

    private async ValueTask<Session?> WaitAsync(Waiter waiter, bool async, CancellationToken limit, CancellationToken caller)
    {
        try
        {
            if (async)
                await waiter.Gate.WaitAsync(limit).ConfigureAwait(false);
            else
                waiter.Gate.Wait(limit);
        }
        catch (OperationCanceledException)
        {
            bool granted;
            lock (_gate)
                granted = !_waiters.Remove(waiter);
            // Granted in the same moment: it is passed on, not lost.
            if (granted)
                PassOn(waiter.Session);
            caller.ThrowIfCancellationRequested();
            throw TimedOut();
        }
        if (waiter.Session is { } session && session.IsStale())
        {
            session.Abort();
            return null;
        }
        return waiter.Session;
    }

    /// <summary>The next in line gets the session itself or, if there is none, the right to open one in its place.</summary>
    private void PassOn(Session? session)
    {
        lock (_gate)
        {
            if (_waiters.First is { } first)
            {
                _waiters.RemoveFirst();
                first.Value.Grant(session);
            }
            else if (session is not null)
            {
                _idle.Push(session);
            }
            else
            {
                _open--;
            }
        }
    }

    private async ValueTask<Session> CreateAsync(bool async, CancellationToken token)
    {
        try
        {
            var started = Stopwatch.GetTimestamp();
            var session = await Session.ConnectAsync(_settings, _generation, async, token).ConfigureAwait(false);
            Telemetry.CreateTime.Record(Stopwatch.GetElapsedTime(started).TotalSeconds, Tag);
            return session;
        }
        catch
        {
            PassOn(null);
            throw;
        }
    }

    private bool IsOutlived(Session session) => session.Generation != _generation
        || _settings.LifeTime > TimeSpan.Zero && Environment.TickCount64 - session.CreatedAt > _settings.LifeTime.TotalMilliseconds;

    /// <summary>Closes sessions that lay idle for too long, keeps the minimum open.</summary>
    private void KeepHouse()
    {
        List<Session> closing = [];
        var missing = 0;
        lock (_gate)
        {
            var now = Environment.TickCount64;
            var staying = new List<Session>(_idle.Count);
            // From the one used last down to the one unused the longest.
            foreach (var session in _idle)
            {
                var expired = _settings.IdleTimeout > TimeSpan.Zero && now - session.ReturnedAt > _settings.IdleTimeout.TotalMilliseconds;
                var needed = _open - closing.Count <= _settings.MinimumPoolSize;
                if (session.IsStale() || IsOutlived(session) || (expired && !needed))
                    closing.Add(session);
                else
                    staying.Add(session);
            }
            _idle.Clear();
            for (var i = staying.Count - 1; i >= 0; i--)
                _idle.Push(staying[i]);
            _open -= closing.Count;
            missing = Math.Max(0, _settings.MinimumPoolSize - _open);
            _open += missing;
        }
        foreach (var session in closing)
            session.Dispose();
        for (; missing > 0; missing--)
            _ = AddIdleAsync();
    }

    private async Task AddIdleAsync()
    {
        try
        {
            using var limit = new CancellationTokenSource(_settings.ConnectionTimeout);
            var session = await CreateAsync(async: true, limit.Token).ConfigureAwait(false);
            await ReturnAsync(session, async: true).ConfigureAwait(false);
        }
        catch (Exception error) when (error is MySqlException or OperationCanceledException or NotSupportedException)
        {
            // The next owner meets the same refusal and is told; the minimum is tried again later.
        }
    }

    private MySqlException TimedOut()
    {
        Telemetry.Timeouts.Add(1, Tag);
        return new MySqlException(MySqlErrorCode.UnableToConnectToHost, string.Create(CultureInfo.InvariantCulture,
            $"Connect Timeout expired. All pooled connections are in use: {Used} of {Maximum}, {Pending} still waiting."));
    }

    private sealed class Waiter
    {
        public SemaphoreSlim Gate { get; } = new(0, 1);
        public Session? Session { get; private set; }

        public void Grant(Session? session)
        {
            Session = session;
            Gate.Release();
        }
    }
}
