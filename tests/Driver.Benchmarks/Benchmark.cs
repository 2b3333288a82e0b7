using System.Diagnostics;
using System.Reflection;
using MySqlConnector;

namespace Dugout.Driver.Benchmarks;

/// <summary>All arms in turns, so that they see the same hour of the machine, and what came of it.</summary>
internal static class Benchmark
{
    private static readonly int[] Callers = [1, 8, 64];

    /// <summary>Measures and prints.</summary>
    public static async Task RunAsync(string server, TimeSpan length, int rounds)
    {
        await using var off = new MySqlDataSource($"{server};ConnectionReset=false");
        await using var on = new MySqlDataSource($"{server};ConnectionReset=true");
        var bareServer = new MySqlConnectionStringBuilder(server);
        using var sysbench = CClient.Find(server);
        await using var setUp = new MySqlConnection(server);
        await setUp.OpenAsync();
        await ExecuteAsync(setUp, Work.CreateTables);
        await ExecuteAsync(setUp, "INSERT INTO driver_benchmark_rows VALUES " + string.Join(',', Enumerable.Range(1, Work.Rows).Select(id => $"({id}, 'row number {id}')")));
        var idle = Environment.CpuUsage.TotalTime;
        await Task.Delay(TimeSpan.FromSeconds(2));
        var counts = await InstructionCount.IsPossibleAsync();
        var noBare = await WhyNoBareAsync(bareServer);
        Report.Surroundings(Driver(), await ServerAsync(setUp), (Environment.CpuUsage.TotalTime - idle) / 2, noBare, sysbench is not null, counts);

        var arms = (from work in (Work[])[Work.Select, Work.Insert]
                    from callers in Callers
                    from reset in (bool[])[false, true]
                    from bare in noBare is null ? (bool[])[false, true] : [false]
                    select new Arm(work, callers, reset, bare)).ToList();
        var mine = arms.ToDictionary(arm => arm, _ => new List<Block>());
        var floor = new Dictionary<(Work, int), List<Block>>();
        var counted = new Dictionary<Arm, Block>();
        for (var round = 0; round <= rounds; round++)
        {
            // There and back, so that no arm is always the one after the same neighbour.
            foreach (var arm in round % 2 == 0 ? arms : Enumerable.Reverse(arms))
            {
                var block = await arm.RunAsync(arm.Reset ? on : off, bareServer, length, count: false);
                if (round > 0)
                    Keep(mine[arm], block, Report.Name(arm));
                if (sysbench is null || arm.Reset || arm.Bare)
                    continue;
                block = await sysbench.RunAsync(arm.Work, arm.Callers, length);
                if (round > 0)
                    Keep(floor.TryGetValue((arm.Work, arm.Callers), out var blocks) ? blocks : floor[(arm.Work, arm.Callers)] = [], block, Report.FloorName(arm));
            }
        }

        foreach (var arm in counts ? arms : [])
            counted.Add(arm, await arm.RunAsync(arm.Reset ? on : off, bareServer, length, count: true));
        Report.Results(mine, floor, counted);
        await ExecuteAsync(setUp, Work.DropTables);

        void Keep(List<Block> blocks, Block block, string name)
        {
            blocks.Add(block);
            Report.Line(name, [block]);
        }
    }

    private static async Task ExecuteAsync(MySqlConnection connection, string sql)
    {
        await using var command = new MySqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>What keeps bare sockets from signing in, or null.</summary>
    private static async Task<string?> WhyNoBareAsync(MySqlConnectionStringBuilder server)
    {
        try
        {
            using var client = await BareClient.ConnectAsync(server, Work.Select, resets: false);
            return null;
        }
        catch (NotSupportedException refused)
        {
            return refused.Message;
        }
    }

    /// <summary>Which driver this program was built with, in the assembly's own words.</summary>
    private static string Driver()
    {
        var assembly = typeof(MySqlConnection).Assembly;
        var version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0];
        var slow = assembly.GetCustomAttribute<DebuggableAttribute>() is { IsJITOptimizerDisabled: true } ? ", a DEBUG build: run with -c Release" : "";
        return $"{assembly.GetCustomAttribute<AssemblyProductAttribute>()?.Product}, {version}{slow}";
    }

    /// <summary>The server, and whether its commits wait for the disk.</summary>
    private static async Task<string> ServerAsync(MySqlConnection connection)
    {
        await using var command = new MySqlCommand("SELECT @@version, @@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog", connection);
        await using var reader = await command.ExecuteReaderAsync();
        await reader.ReadAsync();
        return $"{reader.GetValue(0)}, innodb_flush_log_at_trx_commit={reader.GetValue(1)}, log_bin={reader.GetValue(2)}, sync_binlog={reader.GetValue(3)}";
    }
}
