namespace Dugout.Gateway.Caching;

/// <summary>The version of a response, on a route that has versions (<see cref="VersionedRoutes"/>).</summary>
/// <param name="Greatest">The greatest version of its address that the gateway has received.</param>
/// <param name="Number">Its own.</param>
internal sealed record ResponseVersion(GreatestVersion Greatest, long Number)
{
    /// <summary>Whether no greater version has been received meanwhile, from another replica or by a faster request.</summary>
    public bool IsGreatest => Number >= Greatest.Number;
}

/// <summary>The greatest version of an address that the gateway has received. Thread-safe.</summary>
internal sealed class GreatestVersion
{
    private long _number;

    public long Number => Volatile.Read(ref _number);

    /// <summary>A response with this version was received.</summary>
    public ResponseVersion Receive(long number)
    {
        for (long known; (known = Number) < number && Interlocked.CompareExchange(ref _number, number, known) != known;)
        {
            // Another response was faster.
        }

        return new(this, number);
    }
}
