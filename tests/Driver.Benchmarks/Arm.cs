using System.Diagnostics;
using MySqlConnector;

namespace Dugout.Driver.Benchmarks;

/// <summary>What a block cost.</summary>
/// <param name="Statements">Statements that ended within the block.</param>
/// <param name="Elapsed">How long the block was.</param>
/// <param name="Cpu">Processor time of the client's process.</param>
/// <param name="Bytes">Bytes allocated; 0 for a client that doesn't tell.</param>
/// <param name="Latencies">Of each statement, from open to close, in µs; the C client tells only its p99.</param>
/// <param name="Instructions">If they were counted.</param>
internal sealed record Block(long Statements, TimeSpan Elapsed, TimeSpan Cpu, long Bytes, double[] Latencies, Instructions? Instructions = null);

/// <summary>A statement with one whole number in it.</summary>
/// <param name="Name">How the report calls it.</param>
/// <param name="Sql">Its text, with @key.</param>
internal sealed record Work(string Name, string Sql)
{
    public const int Rows = 10_000;
    public const string CreateTables =
        """
        DROP TABLE IF EXISTS driver_benchmark_rows, driver_benchmark_orders;
        CREATE TABLE driver_benchmark_rows (id BIGINT PRIMARY KEY, name VARCHAR(40) NOT NULL) ENGINE=InnoDB;
        CREATE TABLE driver_benchmark_orders (id BIGINT PRIMARY KEY AUTO_INCREMENT, number BIGINT NOT NULL UNIQUE) ENGINE=InnoDB
        """;

    public const string DropTables = "DROP TABLE driver_benchmark_rows, driver_benchmark_orders";

    public static readonly Work Select = new("select", "SELECT name FROM driver_benchmark_rows WHERE id = @key");
    public static readonly Work Insert = new("insert", "INSERT INTO driver_benchmark_orders (number) VALUES (@key)");

    private static long _number;

    /// <summary>Reserves numbers that no insert has used, and answers the first.</summary>
    public static long Reserve(long count) => Interlocked.Add(ref _number, count) - count;
}

/// <summary>
/// One way to run statements. The driver's callers open, prepare, execute one and close, and begin again; a bare caller keeps a
/// <see cref="BareClient"/>.
/// </summary>
internal sealed record Arm(Work Work, int Callers, bool Reset, bool Bare)
{
    /// <summary>Enough for what a caller settles into: connections made, code compiled, statements prepared.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(0.4);

    /// <summary>Where callers leave their times, in ticks; made once, so that measuring allocates nothing.</summary>
    private static readonly long[] Times = new long[1 << 21];

    /// <summary>Measures from before the first caller starts until after the last has ended: what is counted is what was paid for.</summary>
    public async Task<Block> RunAsync(MySqlDataSource source, MySqlConnectionStringBuilder server, TimeSpan length, bool count)
    {
        var bare = await Task.WhenAll(Enumerable.Range(0, Bare ? Callers : 0).Select(_ => BareClient.ConnectAsync(server, Work, Reset)));
        Func<long, Task>[] callers = Bare ? Array.ConvertAll(bare, client => (Func<long, Task>)client.RunAsync) : [.. Enumerable.Repeat((long key) => CallOnceAsync(source, key), Callers)];
        try
        {
            await CallAsync(callers, WarmUp);
            GC.Collect();
            using var counting = count ? await InstructionCount.StartAsync() : null;
            var (begun, cpu, bytes) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime, GC.GetTotalAllocatedBytes(precise: true));
            var ended = await CallAsync(callers, length);
            (cpu, bytes) = (Environment.CpuUsage.TotalTime - cpu, GC.GetTotalAllocatedBytes(precise: true) - bytes);
            var elapsed = Stopwatch.GetElapsedTime(begun);
            var instructions = counting is null ? null : await counting.StopAsync();
            return new(ended, elapsed, cpu, bytes, Array.ConvertAll(Times[..ended], time => time * 1e6 / Stopwatch.Frequency), instructions);
        }
        finally
        {
            foreach (var client in bare)
                client.Dispose();
        }
    }

    private async Task<int> CallAsync(Func<long, Task>[] callers, TimeSpan length)
    {
        var ended = 0;
        using var stop = new CancellationTokenSource(length);
        await Task.WhenAll(callers.Select((call, caller) => Task.Run(async () =>
        {
            for (var turn = caller; !stop.IsCancellationRequested; turn++)
            {
                var begin = Stopwatch.GetTimestamp();
                await call(Work == Work.Select ? 1 + turn * 7919L % Work.Rows : Work.Reserve(1));
                Times[Interlocked.Increment(ref ended) - 1] = Stopwatch.GetTimestamp() - begin;
            }
        })));
        return ended;
    }

    private async Task CallOnceAsync(MySqlDataSource source, long key)
    {
        await using var connection = await source.OpenConnectionAsync();
        await using var command = new MySqlCommand(Work.Sql, connection);
        command.Parameters.AddWithValue("@key", key);
        await command.PrepareAsync();
        if (Work == Work.Select ? await command.ExecuteScalarAsync() is not string : await command.ExecuteNonQueryAsync() != 1)
            throw new InvalidOperationException($"The {Work.Name} of {key} had no effect.");
    }
}
