using System.Collections.Concurrent;

namespace Dugout.Simulators.Push;

/// <summary>
/// All accepted messages, each once however often it was sent, and the partner's behaviour. Stored in memory for the lifetime of the process, up to a limit.
/// </summary>
internal sealed class PushBook
{
    /// <summary>Maximum number of messages.</summary>
    private const int Most = 1_000_000;

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(50);

    private ConcurrentDictionary<string, Entry> _entries = new();
    private volatile PushBehaviour _behaviour = new();
    private long _requests;
    private long _failed;
    private long _duplicates;
    private long _tokens;

    /// <summary>A message as sent by the shop.</summary>
    public sealed record Message(string Key, string DeviceToken, string Title, string Text);

    /// <summary>A stored message, with the number of times it was sent.</summary>
    public sealed record Line(string Key, string DeviceToken, string Title, string Text, int Asked);

    /// <summary>Number of requests, and their results.</summary>
    public sealed record Counts(long Requests, long Messages, long Duplicates, long Failed, long Tokens);

    /// <summary>Current behaviour of the partner.</summary>
    public PushBehaviour Behaviour
    {
        get => _behaviour;
        set => _behaviour = value;
    }

    /// <summary>Called for each message.</summary>
    /// <returns>Whether this message is rejected.</returns>
    public bool Fails(PushBehaviour behaviour)
    {
        var fails = Interlocked.Increment(ref _requests) is var number && behaviour.FailEvery > 0 && number % behaviour.FailEvery == 0;
        if (fails)
            Interlocked.Increment(ref _failed);
        return fails;
    }

    /// <summary>Waits while the partner is frozen.</summary>
    public async Task ThawedAsync(CancellationToken cancellation)
    {
        while (Behaviour.Frozen)
            await Task.Delay(Look, cancellation);
    }

    /// <summary>Stores a message, or recognizes a repeat by its key.</summary>
    /// <returns>False where the limit is reached.</returns>
    public bool Take(Message message)
    {
        var entries = _entries;
        if (entries.Count >= Most && !entries.ContainsKey(message.Key))
            return false;
        if (Interlocked.Increment(ref entries.GetOrAdd(message.Key, _ => new(message)).Asked) > 1)
            Interlocked.Increment(ref _duplicates);
        return true;
    }

    /// <summary>Counts an issued access token.</summary>
    public void TokenGiven() => Interlocked.Increment(ref _tokens);

    /// <summary>Returns the messages to a device; all messages where none is given.</summary>
    public IReadOnlyList<Line> To(string? deviceToken) =>
        [.. _entries.Values.Where(entry => deviceToken is null || entry.Message.DeviceToken == deviceToken).Select(entry => entry.ToLine())];

    /// <summary>Returns the counts since the last reset.</summary>
    public Counts Counted() => new(
        Interlocked.Read(ref _requests), _entries.Count, Interlocked.Read(ref _duplicates), Interlocked.Read(ref _failed), Interlocked.Read(ref _tokens));

    /// <summary>Deletes all messages and resets the counts.</summary>
    public void Clear()
    {
        _entries = new();
        Interlocked.Exchange(ref _requests, 0);
        Interlocked.Exchange(ref _failed, 0);
        Interlocked.Exchange(ref _duplicates, 0);
        Interlocked.Exchange(ref _tokens, 0);
    }

    private sealed class Entry(Message message)
    {
        public int Asked;

        public Message Message => message;

        public Line ToLine() => new(message.Key, message.DeviceToken, message.Title, message.Text, Volatile.Read(ref Asked));
    }
}
