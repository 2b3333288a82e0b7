using System.Collections.Concurrent;

namespace Dugout.Simulators.Pictures;

/// <summary>All pictures, by the shop's ids, and the store's behaviour. Stored in memory for the lifetime of the process, up to a limit.</summary>
internal sealed class Shelf
{
    /// <summary>Maximum total size: half a GiB.</summary>
    private const long Room = 512L * 1024 * 1024;

    private readonly ConcurrentDictionary<long, Stored> _pictures = new();
    private volatile PictureBehaviour _behaviour = new();
    private long _bytes;
    private int _requests;
    private int _putting;
    private int _mostAtOnce;

    /// <summary>A picture.</summary>
    public sealed record Stored(byte[] Bytes, string MediaType);

    /// <summary>Current behaviour of the store. Setting it resets the maximum of concurrent uploads.</summary>
    public PictureBehaviour Behaviour
    {
        get => _behaviour;
        set
        {
            Volatile.Write(ref _mostAtOnce, 0);
            _behaviour = value;
        }
    }

    /// <summary>Ids of all pictures, ascending.</summary>
    public IReadOnlyList<long> All => [.. _pictures.Keys.Order()];

    /// <summary>Maximum number of concurrent uploads.</summary>
    public int MostAtOnce => Volatile.Read(ref _mostAtOnce);

    /// <summary>Called for each request.</summary>
    /// <returns>Whether this request fails.</returns>
    public bool Fails(PictureBehaviour behaviour) =>
        Interlocked.Increment(ref _requests) is var number && behaviour.FailEvery > 0 && number % behaviour.FailEvery == 0;

    /// <summary>Pauses before a picture is stored, and counts concurrent uploads.</summary>
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

    /// <summary>Stores a picture; replaces an existing one.</summary>
    /// <returns>False where the limit is reached.</returns>
    public bool Put(long id, Stored picture)
    {
        Delete(id);
        if (Interlocked.Add(ref _bytes, picture.Bytes.Length) <= Room && _pictures.TryAdd(id, picture))
            return true;
        Interlocked.Add(ref _bytes, -picture.Bytes.Length);
        return false;
    }

    /// <summary>Returns a picture; null where there is none.</summary>
    public Stored? Find(long id) => _pictures.GetValueOrDefault(id);

    /// <summary>Deletes a picture.</summary>
    /// <returns>Whether the picture existed.</returns>
    public bool Delete(long id)
    {
        if (!_pictures.TryRemove(id, out var gone))
            return false;
        Interlocked.Add(ref _bytes, -gone.Bytes.Length);
        return true;
    }
}
