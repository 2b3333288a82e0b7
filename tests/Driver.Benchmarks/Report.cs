namespace Dugout.Driver.Benchmarks;

/// <summary>What is printed: each block as it ends, then the blocks of an arm together, then ratios within this run.</summary>
internal static class Report
{
    private const string Columns = "arm                        statements/s     p50 µs     p99 µs   CPU µs/statement   bytes/statement";

    /// <summary>Client CPU in µs at 1, 8 and 64 callers, and bytes a statement, of the package itself.</summary>
    private static readonly (string Work, bool Reset, int[] Cpu, string Bytes)[] Published =
    [
        ("select", false, [55, 19, 22], "2.8 KB"),
        ("insert", false, [294, 65, 27], "4.1 KB"),
        ("select", true, [171, 58, 56], "6.6 KB"),
    ];

    public static string Name(Arm arm) => $"{arm.Work.Name} {arm.Callers,2}, reset {(arm.Reset ? "on" : "off")}";

    public static string FloorName(Arm arm) => $"{arm.Work.Name} {arm.Callers,2}, sysbench";

    public static void Surroundings(string driver, string server, TimeSpan idle, bool sysbench)
    {
        Console.WriteLine($"measured  {driver}");
        Console.WriteLine($"server    {server}");
        Console.WriteLine($"machine   {Environment.ProcessorCount} cores, load before {Busy()}; this process, idle, takes {idle.TotalMilliseconds:N1} ms CPU a second");
        Console.WriteLine(sysbench
            ? "C client  sysbench: connections and prepared statements kept, nothing opened, reset or closed; start taken off; no p50"
            : "C client  none: sysbench is not on PATH");
        Console.WriteLine($"\neach block\n{Columns}");
    }

    /// <summary>One line for one block, or for several taken together.</summary>
    public static void Line(string name, IReadOnlyList<Block> blocks)
    {
        var (p50, p99) = Percentiles(blocks);
        var bytes = Bytes(blocks);
        Console.WriteLine($"{name,-24} {Rate(blocks),14:N0} {(bytes == 0 ? "-" : $"{p50:N0}"),10} {p99,10:N0} {Cpu(blocks),18:N1} {(bytes == 0 ? "-" : $"{bytes:N0}"),17}");
    }

    public static void Results(IReadOnlyDictionary<Arm, List<Block>> arms, IReadOnlyDictionary<(Work Work, int Callers), List<Block>> sysbench)
    {
        Console.WriteLine($"\nall blocks of an arm together\n{Columns}");
        foreach (var (arm, blocks) in arms)
        {
            Line(Name(arm), blocks);
            if (arm.Reset && sysbench.TryGetValue((arm.Work, arm.Callers), out var floor))
                Line(FloorName(arm), floor);
        }

        Console.WriteLine("\nratios of this run             statements/s   CPU   bytes");
        foreach (var (arm, blocks) in arms.Where(entry => !entry.Key.Reset))
        {
            var reset = arms[arm with { Reset = true }];
            Console.WriteLine($"{arm.Work.Name} {arm.Callers,2}, reset on / off {Rate(reset) / Rate(blocks),18:N2} {Cpu(reset) / Cpu(blocks),5:N2} {Bytes(reset) / Bytes(blocks),7:N2}");
            if (sysbench.TryGetValue((arm.Work, arm.Callers), out var floor))
                Console.WriteLine($"{arm.Work.Name} {arm.Callers,2}, reset off / sysbench {Rate(blocks) / Rate(floor),12:N2} {Cpu(blocks) / Cpu(floor),5:N2}");
        }

        Console.WriteLine("\nANOTHER RUN, not comparable by ratio: measured outside on this kind of machine with the package 2.6.1");
        Console.WriteLine("CPU µs/statement at 1, 8, 64 callers     package 2.6.1, outside    this run");
        foreach (var (work, reset, cpu, bytes) in Published)
        {
            var here = arms.Where(entry => entry.Key.Work.Name == work && entry.Key.Reset == reset).Select(entry => entry.Value).ToList();
            Console.WriteLine($"{work}, reset {(reset ? "on (statement not named there)" : "off"),-31} {string.Join(" / ", cpu),14}, {bytes}    {string.Join(" / ", here.Select(blocks => $"{Cpu(blocks):N0}"))}, {here.Average(Bytes):N0} bytes");
        }
        Console.WriteLine($"\nload after {Busy()}");
    }

    private static double Rate(IReadOnlyList<Block> blocks) => blocks.Sum(block => block.Statements) / blocks.Sum(block => block.Elapsed.TotalSeconds);

    private static double Cpu(IReadOnlyList<Block> blocks) => blocks.Sum(block => block.Cpu.TotalMicroseconds) / blocks.Sum(block => block.Statements);

    private static double Bytes(IReadOnlyList<Block> blocks) => blocks.Sum(block => (double)block.Bytes) / blocks.Sum(block => block.Statements);

    private static (double P50, double P99) Percentiles(IReadOnlyList<Block> blocks)
    {
        var times = blocks.SelectMany(block => block.Latencies).Order().ToArray();
        return times.Length == 0 ? default : (times[(times.Length - 1) / 2], times[(times.Length - 1) * 99 / 100]);
    }

    /// <summary>The load averages of the last 1, 5 and 15 minutes: other programs on the machine slow every arm.</summary>
    private static string Busy() => File.Exists("/proc/loadavg") ? string.Join(' ', File.ReadAllText("/proc/loadavg").Split(' ')[..3]) : "unknown";
}
