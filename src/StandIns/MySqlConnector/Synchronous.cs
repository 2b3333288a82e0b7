// One code base serves both kinds of callers: asked for async: false, every wait inside is a synchronous one, so the
// task is complete when it comes back and nothing blocks on a thread of the pool.
namespace MySqlConnector;

internal static class Synchronous
{
    public static T Now<T>(this ValueTask<T> done) => done.IsCompleted
        ? done.GetAwaiter().GetResult()
        : throw new InvalidOperationException("A synchronous call met an asynchronous wait.");

    public static void Now(this ValueTask done)
    {
        if (!done.IsCompleted)
            throw new InvalidOperationException("A synchronous call met an asynchronous wait.");
        done.GetAwaiter().GetResult();
    }
}
