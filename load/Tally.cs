using System.Collections.Concurrent;
using Dugout.Load.Client;

namespace Dugout.Load;

/// <summary>Counts sales while they happen, for the live lines, and keeps the first failures in words.</summary>
internal sealed class Tally
{
    private const int FailuresKept = 5;

    private readonly ConcurrentQueue<string> _failures = new();
    private readonly ConcurrentDictionary<long, byte> _unknown = new();
    private int _failed;
    private int _acknowledged;
    private int _seats;

    /// <summary>The first few failures, in words.</summary>
    public IReadOnlyCollection<string> Failures => _failures;

    /// <summary>Reservations the shop acknowledged.</summary>
    public int Acknowledged => Volatile.Read(ref _acknowledged);

    /// <summary>Their seats.</summary>
    public int Seats => Volatile.Read(ref _seats);

    /// <summary>Reservations of which nobody knows whether they were made.</summary>
    public int Unknown => _unknown.Count;

    /// <summary>A step failed.</summary>
    public void Failed(string inWords)
    {
        if (Interlocked.Increment(ref _failed) <= FailuresKept) _failures.Enqueue(inWords);
    }

    /// <summary>A reservation of a hold was answered, perhaps a repeated one.</summary>
    public void Reserved(long hold, Answer<Reservation> answer)
    {
        if (answer.Body is { } sold)
        {
            _unknown.TryRemove(hold, out _);
            Interlocked.Increment(ref _acknowledged);
            Interlocked.Add(ref _seats, sold.Seats.Length);
        }
        else if (answer.EffectUnknown)
        {
            _unknown.TryAdd(hold, 0);
        }
    }
}
