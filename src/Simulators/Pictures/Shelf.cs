using System.Collections.Concurrent;

namespace Dugout.Simulators.Pictures;

/// <summary>All pictures, by the shop's ids, and how the store behaves. It lasts as long as the process does, and has an end.</summary>
internal sealed class Shelf
{
    /// <summary>Most bytes it holds: half a GiB.</summary>
    private const long Room = 512L * 1024 * 1024;

    private readonly ConcurrentDictionary<long, Stored> _pictures = new();
    private volatile PictureBehaviour _behaviour = new();
    private long _bytes;
    private int _requests;
    private int _putting;
    private int _mostAtOnce;

    /// <summary>A picture.</summary>
    public sealed record Stored(byte[] Bytes, string MediaType);

    /// <summary>How the store behaves now. Whoever tells it has the count of those who put at once begin anew.</summary>
    public PictureBehaviour Behaviour
    {
        get => _behaviour;
        set
        {
            Volatile.Write(ref _mostAtOnce, 0);
            _behaviour = value;
        }
    }

    /// <summary>The ids of all pictures, ascending.</summary>
    public IReadOnlyList<long> All => [.. _pictures.Keys.Order()];

    /// <summary>How many were on their way in at once, at most.</summary>
    public int MostAtOnce => Volatile.Read(ref _mostAtOnce);

    /// <summary>Comes by with each request.</summary>
    /// <returns>Whether this one fails.</returns>
    public bool Fails(PictureBehaviour behaviour) =>
        Interlocked.Increment(ref _requests) is var number && behaviour.FailEvery > 0 && number % behaviour.FailEvery == 0;

    /// <summary>Waits with a picture at the door, and counts who waits there.</summary>
    public async Task WaitToPutAsync(PictureBehaviour behaviour, CancellationToken cancellation)
    {
        var now = Interlocked.Increment(ref _putting);
        try
        {
            for (var most = MostAtOnce; now > most; most = MostAtOnce)
                Interlocked.CompareExchange(ref _mostAtOnce, now, most);
            await Task.Delay(behaviour.PutMilliseconds, cancellation);
        }
        finally
        {
            Interlocked.Decrement(ref _putting);
        }
    }

    /// <summary>Puts a picture there, instead of one that was.</summary>
    /// <returns>False where there is no room.</returns>
    public bool Put(long id, Stored picture)
    {
        Delete(id);
        if (Interlocked.Add(ref _bytes, picture.Bytes.Length) <= Room && _pictures.TryAdd(id, picture))
            return true;
        Interlocked.Add(ref _bytes, -picture.Bytes.Length);
        return false;
    }

    /// <summary>A picture; null where there is none.</summary>
    public Stored? Find(long id) => _pictures.GetValueOrDefault(id);

    /// <summary>Takes a picture away.</summary>
    /// <returns>Whether it was there.</returns>
    public bool Delete(long id)
    {
        if (!_pictures.TryRemove(id, out var gone))
            return false;
        Interlocked.Add(ref _bytes, -gone.Bytes.Length);
        return true;
    }
}
