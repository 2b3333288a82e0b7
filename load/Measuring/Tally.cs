using System.Collections.Concurrent;
using Dugout.Load.Client;

namespace Dugout.Load.Measuring;

/// <summary>Counts sales as they happen, for the live view, and stores the first failures in words.</summary>
internal sealed class Tally
{
    private const int FailuresShown = 5;

    private readonly ConcurrentQueue<string> _failures = new();
    private readonly ConcurrentDictionary<long, byte> _unknown = new();
    private int _failed;
    private int _acknowledged;
    private int _seats;

    /// <summary>The first few failures, in words.</summary>
    public IReadOnlyCollection<string> Failures => _failures;

    /// <summary>Acknowledged reservations.</summary>
    public int Acknowledged => Volatile.Read(ref _acknowledged);

    /// <summary>Their seats.</summary>
    public int Seats => Volatile.Read(ref _seats);

    /// <summary>Reservations with an unknown outcome.</summary>
    public int Unknown => _unknown.Count;

    /// <summary>A step failed.</summary>
    public void Failed(string inWords)
    {
        if (Interlocked.Increment(ref _failed) <= FailuresShown) _failures.Enqueue(inWords);
    }

    /// <summary>A reservation of a hold, perhaps a retried one, got a response.</summary>
    public void Reserved(long hold, ShopResponse<Reservation> response)
    {
        if (response.Body is { } sold)
        {
            _unknown.TryRemove(hold, out _);
            Interlocked.Increment(ref _acknowledged);
            Interlocked.Add(ref _seats, sold.Seats.Length);
        }
        else if (response.EffectUnknown)
        {
            _unknown.TryAdd(hold, 0);
        }
    }
}
