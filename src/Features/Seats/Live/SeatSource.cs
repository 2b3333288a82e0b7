using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json;
using Dugout.Features.Catalog;

namespace Dugout.Features.Seats;

/// <summary>
/// The one source of a game's seat changes in a replica, whatever the number of its clients. Changes arrive by Redis channels; at an interval what changed since the last message
/// is sent, expired holds included. All seats are read again now and then, because channels may lose messages: from Redis, and where Redis does not know, from the primary.
/// </summary>
/// <param name="gameId">The game.</param>
/// <param name="terms">Its sale terms.</param>
/// <param name="seats">Reads what Redis and the primary know.</param>
/// <param name="options">The intervals.</param>
/// <param name="clock">Source of the intervals and of the end of holds.</param>
internal sealed class SeatSource(long gameId, CatalogQueries.SaleTerms terms, SeatScores seats, SeatStreamsOptions options, TimeProvider clock)
{
    private const int KeptMessages = 256;

    private readonly string _id = Ids.New().ToString("x", CultureInfo.InvariantCulture);
    private readonly SeatBoard _board = new(terms.Grades);
    private readonly ConcurrentQueue<SeatScores.Seat> _arrived = new();
    private readonly Lock _lock = new();
    private readonly HashSet<SeatStream> _streams = [];
    private readonly Queue<Message> _kept = new();
    private readonly TaskCompletionSource _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Message? _snapshot;
    private long _version;
    private bool _hasEnded;
    private volatile bool _mayHaveMissed = true;

    /// <summary>A message of the stream.</summary>
    /// <param name="Event"><c>snapshot</c>, <c>delta</c> or <c>heartbeat</c>.</param>
    /// <param name="Version">The version that a client has reached with it.</param>
    /// <param name="Data">Its JSON.</param>
    public sealed record Message(string Event, string Version, byte[] Data);

    private sealed record Snapshot(string Version, IReadOnlyList<SeatBoard.GradeSnapshot> Grades);

    private sealed record Delta(string Version, IEnumerable<long[]> Changes);

    private sealed record Heartbeat(string Version);

    /// <summary>Completes when the seats are known; fails if they can't be read.</summary>
    public Task Ready => _ready.Task;

    /// <summary>Number of clients.</summary>
    public int Streams
    {
        get
        {
            lock (_lock)
                return _streams.Count;
        }
    }

    private string Version => $"{_id}-{_version.ToString(CultureInfo.InvariantCulture)}";

    /// <summary>Adds a client: it gets the messages after <paramref name="last"/>, the version that it has, or a snapshot if those are no longer known.</summary>
    public void Add(SeatStream stream, string? last)
    {
        lock (_lock)
        {
            if (_hasEnded)
            {
                stream.End();
                return;
            }

            foreach (var message in MissedSince(last) ?? [_snapshot ??= MessageOf("snapshot", new Snapshot(Version, _board.Snapshot()))])
                stream.TrySend(message);
            _streams.Add(stream);
        }
    }

    /// <summary>Removes a client.</summary>
    public void Remove(SeatStream stream)
    {
        lock (_lock)
            _streams.Remove(stream);
    }

    /// <summary>Sends changes, and ends all streams at the end.</summary>
    /// <param name="goesOn">Is asked once a second whether to continue; afterwards streams of revoked sessions end.</param>
    /// <param name="cancellation">Stops it.</param>
    public async Task RunAsync(Func<Task<bool>> goesOn, CancellationToken cancellation)
    {
        try
        {
            await using var subscription = seats.Listen(gameId, terms, _arrived.Enqueue, () => _mayHaveMissed = true);
            using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(options.SendMilliseconds), clock);
            var (read, beat, asked) = (clock.GetTimestamp(), clock.GetTimestamp(), clock.GetTimestamp());
            do
            {
                if (IsDue(ref read, options.ResyncSeconds) || _mayHaveMissed)
                {
                    _mayHaveMissed = false;
                    await subscription.EnsureAsync();
                    await seats.ReadAsync(gameId, terms, _board, cancellation);
                }

                while (_arrived.TryDequeue(out var seat))
                    _board.Set(seat.GradeId, seat.Number, seat.Score);
                SendChanges();
                _ready.TrySetResult();
                if (IsDue(ref beat, options.HeartbeatSeconds))
                    SendHeartbeat();
                if (IsDue(ref asked, 1))
                {
                    if (!await goesOn())
                        return;
                    EndRevoked();
                }
            }
            while (await timer.WaitForNextTickAsync(cancellation));
        }
        catch (Exception error)
        {
            _ready.TrySetException(error);
            throw;
        }
        finally
        {
            End();
        }
    }

    private void End()
    {
        lock (_lock)
        {
            _hasEnded = true;
            foreach (var stream in _streams)
                stream.End();
        }
    }

    private void SendChanges()
    {
        lock (_lock)
        {
            var changes = _board.TakeChanges(clock.GetUtcNow().ToUnixTimeMilliseconds());
            if (changes.Count == 0)
                return;
            _version++;
            _snapshot = null;
            var message = MessageOf("delta", new Delta(Version, changes.Select(change => new[] { change.GradeId, change.Number, (long)change.State })));
            _kept.Enqueue(message);
            if (_kept.Count > KeptMessages)
                _kept.Dequeue();
            SendToAll(message);
        }
    }

    private void SendHeartbeat()
    {
        lock (_lock)
            SendToAll(MessageOf("heartbeat", new Heartbeat(Version)));
    }

    private void SendToAll(Message message) => _streams.RemoveWhere(stream => !stream.TrySend(message));

    private void EndRevoked()
    {
        lock (_lock)
            foreach (var stream in _streams.Where(stream => stream.IsRevoked))
                stream.End();
    }

    /// <summary>The messages after a version; null if this source doesn't have them. A client that missed nothing gets a heartbeat, as a sign of life.</summary>
    private List<Message>? MissedSince(string? last)
    {
        if (last is null || last.Split('-') is not [var id, var text] || id != _id || !long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var version))
            return null;
        var missed = _version - version;
        if (missed < 0 || missed > _kept.Count || missed > options.Backlog / 2)
            return null;
        return missed == 0 ? [MessageOf("heartbeat", new Heartbeat(Version))] : [.. _kept.Skip(_kept.Count - (int)missed)];
    }

    private Message MessageOf<T>(string name, T data) => new(name, Version, JsonSerializer.SerializeToUtf8Bytes(data, JsonSerializerOptions.Web));

    private bool IsDue(ref long since, int seconds)
    {
        if (clock.GetElapsedTime(since) < TimeSpan.FromSeconds(seconds))
            return false;
        since = clock.GetTimestamp();
        return true;
    }
}
