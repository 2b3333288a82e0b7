using StackExchange.Redis;

namespace Dugout.Load.Demonstrations;

/// <summary>The operations on Redis that test the guarantees of its scripts. Its keys begin with <c>lab:</c>.</summary>
/// <param name="options">The connection options; every writer and reader has a connection of its own.</param>
internal sealed class LuaWrites(string options)
{
    private const string First = "lab:first";
    private const string Second = "lab:second";

    // Long enough between its two writes for other clients to get in, if they could.
    private const string Both = "redis.call('SET', KEYS[1], ARGV[1]) local x = 0 for i = 1, 2000 do x = x + i end redis.call('SET', KEYS[2], ARGV[1])";
    private const string Failing = "redis.call('SET', KEYS[1], ARGV[1]) redis.call('LPUSH', KEYS[1], 'wrong')";
    private const string Appending = "return redis.call('RPUSH', KEYS[1], ARGV[1])";

    private static readonly TimeSpan Long = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Warm = TimeSpan.FromSeconds(1.5);

    /// <summary>The number of reads, and of reads that saw a half.</summary>
    public async Task<(long Reads, long Torn)> ReadAsync(bool asScript, CancellationToken cancel)
    {
        using var one = await ConnectAsync();
        using var two = await ConnectAsync();
        using var reader = await ConnectAsync();
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        await reader.GetDatabase().KeyDeleteAsync([First, Second]);
        enough.CancelAfter(Long);
        Task[] writers = [WriteAsync(one.GetDatabase(), "one", asScript, enough.Token), WriteAsync(two.GetDatabase(), "two", asScript, enough.Token)];
        long reads = 0, torn = 0;
        while (!enough.IsCancellationRequested)
        {
            var values = await reader.GetDatabase().StringGetAsync([First, Second]);
            reads++;
            if (values[0] != values[1]) torn++;
        }

        await Task.WhenAll(writers);
        cancel.ThrowIfCancellationRequested();
        return (reads, torn);
    }

    /// <summary>The error of a script that writes and then fails, and the value its first write left.</summary>
    public async Task<(string? Error, string? Left, string Written)> FailAsync()
    {
        const string Written = "written before the error";
        using var connection = await ConnectAsync();
        var redis = connection.GetDatabase();
        await redis.KeyDeleteAsync(First);
        string? error = null;
        try
        {
            await redis.ScriptEvaluateAsync(Failing, [First], [Written]);
        }
        catch (RedisServerException wrong)
        {
            error = wrong.Message.Contains("WRONGTYPE", StringComparison.Ordinal) ? "WRONGTYPE" : wrong.Message;
        }

        return (error, await redis.StringGetAsync(First), Written);
    }

    /// <summary>Writes by scripts until the server is killed, which happens right after an acknowledgement.</summary>
    /// <param name="kill">Kills it.</param>
    /// <param name="cancel">Cancels the wait.</param>
    /// <returns>The acknowledged writes, each under a key of its own, and the server's setting <c>appendfsync</c>.</returns>
    public async Task<(IReadOnlyCollection<string> Acknowledged, string Flushing)> WriteUntilKilledAsync(Action kill, CancellationToken cancel)
    {
        const int Writers = 8;
        using var connection = await ConnectAsync();
        var redis = connection.GetDatabase();
        await redis.KeyDeleteAsync(First);
        var flushing = (await redis.ExecuteAsync("CONFIG", "GET", "appendfsync")) is { } setting ? ((string[])setting!)[1] : "unknown";
        var until = DateTime.UtcNow + Warm;
        var killed = 0;
        var acknowledged = await Task.WhenAll(Enumerable.Range(0, Writers).Select(async writer =>
        {
            List<string> mine = [];
            try
            {
                while (!cancel.IsCancellationRequested)
                {
                    var name = $"{writer}:{mine.Count}";
                    await redis.ScriptEvaluateAsync(Appending, [First], [name]);
                    mine.Add(name);
                    if (DateTime.UtcNow >= until && Interlocked.Exchange(ref killed, 1) == 0) kill();
                }
            }
            catch (Exception gone) when (gone is RedisException or TimeoutException)
            {
                // This write was not acknowledged: it is not counted, whatever its effect.
            }

            return mine;
        }));
        cancel.ThrowIfCancellationRequested();
        return ([.. acknowledged.SelectMany(mine => mine)], flushing);
    }

    /// <summary>The number of these writes that are missing.</summary>
    public async Task<long> LostAsync(IReadOnlyCollection<string> acknowledged)
    {
        using var connection = await ConnectAsync();
        var there = (await connection.GetDatabase().ListRangeAsync(First)).Select(value => (string)value!).ToHashSet();
        return acknowledged.LongCount(name => !there.Contains(name));
    }

    private static async Task WriteAsync(IDatabase redis, string writer, bool asScript, CancellationToken until)
    {
        for (var i = 0; !until.IsCancellationRequested; i++)
        {
            RedisValue value = $"{writer} {i}";
            if (asScript)
            {
                await redis.ScriptEvaluateAsync(Both, [First, Second], [value]);
                continue;
            }

            await redis.StringSetAsync(First, value);
            await redis.StringSetAsync(Second, value);
        }
    }

    private Task<ConnectionMultiplexer> ConnectAsync() => ConnectionMultiplexer.ConnectAsync(options + ",allowAdmin=true");
}
