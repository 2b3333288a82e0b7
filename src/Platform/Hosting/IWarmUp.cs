namespace Dugout.Platform.Hosting;

/// <summary>The first requests of a slice, sent by the replica itself before fans send theirs: they compile the code, open connections and fill caches. They change nothing.</summary>
public interface IWarmUp
{
    /// <summary>Sends them.</summary>
    /// <param name="self">Sends requests to this replica, at addresses relative to it.</param>
    /// <param name="cancellation">Ends the warm-up, which then is incomplete.</param>
    Task WarmUpAsync(HttpClient self, CancellationToken cancellation);
}
