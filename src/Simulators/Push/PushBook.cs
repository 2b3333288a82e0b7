using System.Collections.Concurrent;

namespace Dugout.Simulators.Push;

/// <summary>
/// All messages that were taken, each once however often it was sent, and how the partner behaves. It lasts as long as the process does, and has an end.
/// </summary>
internal sealed class PushBook
{
    /// <summary>Most messages it holds.</summary>
    private const int Most = 1_000_000;

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(50);

    private ConcurrentDictionary<string, Entry> _entries = new();
    private volatile PushBehaviour _behaviour = new();
    private long _requests;
    private long _failed;
    private long _duplicates;
    private long _tokens;

    /// <summary>A message as it is sent.</summary>
    public sealed record Message(string Key, string DeviceToken, string Title, string Text);

    /// <summary>A message as the book has it, with how often it was sent.</summary>
    public sealed record Line(string Key, string DeviceToken, string Title, string Text, int Asked);

    /// <summary>How many requests there were, and what came of them.</summary>
    public sealed record Counts(long Requests, long Messages, long Duplicates, long Failed, long Tokens);

    /// <summary>How the partner behaves now.</summary>
    public PushBehaviour Behaviour
    {
        get => _behaviour;
        set => _behaviour = value;
    }

    /// <summary>Comes by with each message.</summary>
    /// <returns>Whether this one is refused.</returns>
    public bool Fails(PushBehaviour behaviour)
    {
        var fails = Interlocked.Increment(ref _requests) is var number && behaviour.FailEvery > 0 && number % behaviour.FailEvery == 0;
        if (fails)
            Interlocked.Increment(ref _failed);
        return fails;
    }

    /// <summary>Waits for as long as the partner is frozen.</summary>
    public async Task ThawedAsync(CancellationToken cancellation)
    {
        while (Behaviour.Frozen)
            await Task.Delay(Look, cancellation);
    }

    /// <summary>Takes a message, or knows it by its key.</summary>
    /// <returns>False where there is no room for another.</returns>
    public bool Take(Message message)
    {
        var entries = _entries;
        if (entries.Count >= Most && !entries.ContainsKey(message.Key))
            return false;
        if (Interlocked.Increment(ref entries.GetOrAdd(message.Key, _ => new(message)).Asked) > 1)
            Interlocked.Increment(ref _duplicates);
        return true;
    }

    /// <summary>Counts an access token that is given out.</summary>
    public void TokenGiven() => Interlocked.Increment(ref _tokens);

    /// <summary>The messages to a device; to all of them where none is given.</summary>
    public IReadOnlyList<Line> To(string? deviceToken) =>
        [.. _entries.Values.Where(entry => deviceToken is null || entry.Message.DeviceToken == deviceToken).Select(entry => entry.ToLine())];

    /// <summary>What was counted since the book was empty.</summary>
    public Counts Counted() => new(
        Interlocked.Read(ref _requests), _entries.Count, Interlocked.Read(ref _duplicates), Interlocked.Read(ref _failed), Interlocked.Read(ref _tokens));

    /// <summary>Empties it, and counts from nought.</summary>
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
