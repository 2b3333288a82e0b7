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

    public static string Name(Arm arm) =>
        $"{arm.Work.Name} {arm.Callers,2}, {(arm.Bare ? arm.Reset ? "bare + reset" : "bare" : arm.Reset ? "reset on" : "reset off")}";

    public static string FloorName(Arm arm) => $"{arm.Work.Name} {arm.Callers,2}, sysbench";

    public static void Surroundings(string driver, string server, TimeSpan idle, string? noBare, bool sysbench, bool counts)
    {
        Console.WriteLine($"measured  {driver}");
        Console.WriteLine($"server    {server}");
        Console.WriteLine($"machine   {Environment.ProcessorCount} cores, load before {Busy()}; this process, idle, takes {idle.TotalMilliseconds:N1} ms CPU a second");
        Console.WriteLine($"bare      {noBare ?? "a .NET socket a caller, kept; as many packets received as an answer has, nothing opened, read or closed"}");
        Console.WriteLine(sysbench
            ? "C client  sysbench: connections and prepared statements kept, nothing opened, reset or closed; start taken off; no p50"
            : "C client  none: sysbench is not on PATH");
        if (!counts)
            Console.WriteLine("counting  none: perf is not on PATH, or may not count here");
        Console.WriteLine($"\neach block\n{Columns}");
    }

    /// <summary>One line for one block, or for several taken together.</summary>
    public static void Line(string name, IReadOnlyList<Block> blocks)
    {
        var (p50, p99) = Percentiles(blocks);
        var bytes = Bytes(blocks);
        Console.WriteLine($"{name,-24} {Rate(blocks),14:N0} {(bytes == 0 ? "-" : $"{p50:N0}"),10} {p99,10:N0} {Cpu(blocks),18:N1} {(bytes == 0 ? "-" : $"{bytes:N0}"),17}");
    }

    public static void Results(
        IReadOnlyDictionary<Arm, List<Block>> arms, IReadOnlyDictionary<(Work Work, int Callers), List<Block>> sysbench, IReadOnlyDictionary<Arm, Block> counted)
    {
        Console.WriteLine($"\nall blocks of an arm together\n{Columns}");
        foreach (var (arm, blocks) in arms)
        {
            Line(Name(arm), blocks);
            if (arm is { Reset: true, Bare: false } && sysbench.TryGetValue((arm.Work, arm.Callers), out var floor))
                Line(FloorName(arm), floor);
        }

        Console.WriteLine("\nratios of this run             statements/s   CPU   bytes");
        foreach (var (arm, blocks) in arms.Where(entry => entry.Key is { Reset: false, Bare: false }))
        {
            var reset = arm with { Reset = true };
            Ratio("reset off / bare", blocks, arms.GetValueOrDefault(arm with { Bare = true }));
            Ratio("reset on / bare + reset", arms[reset], arms.GetValueOrDefault(reset with { Bare = true }));
            Ratio("reset on / off", arms[reset], blocks);
            Ratio("reset off / sysbench", blocks, sysbench.GetValueOrDefault((arm.Work, arm.Callers)));

            void Ratio(string name, List<Block> above, List<Block>? below)
            {
                if (below is not null)
                    Console.WriteLine($"{$"{arm.Work.Name} {arm.Callers,2}, {name}",-36} {Rate(above) / Rate(below),6:N2} {Cpu(above) / Cpu(below),5:N2} {(Bytes(below) == 0 ? "-" : $"{Bytes(above) / Bytes(below):N2}"),7}");
            }
        }

        if (counted.Count > 0)
            Console.WriteLine("\ninstructions a statement, counted by perf in a round of its own\narm                              program        kernel    both / bare");
        foreach (var (arm, block) in counted)
        {
            var bare = !arm.Bare && counted.TryGetValue(arm with { Bare = true }, out var same) ? same : null;
            Console.WriteLine($"{Name(arm),-24} {PerStatement(block, own: true),15:N0} {PerStatement(block, own: false),13:N0} {(bare is null ? "" : $"{Both(block) / Both(bare):N2}"),14}");
        }

        Console.WriteLine("\nANOTHER RUN, not comparable by ratio: measured outside on this kind of machine with the package 2.6.1");
        Console.WriteLine("CPU µs/statement at 1, 8, 64 callers     package 2.6.1, outside    this run");
        foreach (var (work, reset, cpu, bytes) in Published)
        {
            var here = arms.Where(entry => entry.Key.Work.Name == work && entry.Key.Reset == reset && !entry.Key.Bare).Select(entry => entry.Value).ToList();
            Console.WriteLine($"{work}, reset {(reset ? "on (statement not named there)" : "off"),-31} {string.Join(" / ", cpu),14}, {bytes}    {string.Join(" / ", here.Select(blocks => $"{Cpu(blocks):N0}"))}, {here.Average(Bytes):N0} bytes");
        }
        Console.WriteLine($"\nload after {Busy()}");
    }

    private static double Both(Block block) => PerStatement(block, own: true) + PerStatement(block, own: false);

    private static double PerStatement(Block block, bool own) => (double)(own ? block.Instructions?.Own ?? 0 : block.Instructions?.Kernel ?? 0) / block.Statements;

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
