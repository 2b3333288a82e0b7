using Dugout.Load.Running;

namespace Dugout.Load.Experiments;

/// <summary>A metric of a trial. Values are above 0 wherever there were responses and a measurement.</summary>
/// <param name="Name">Its display name, with the unit.</param>
/// <param name="LowerIsBetter">Whether a lower value is better.</param>
/// <param name="Of">Reads it from a trial.</param>
internal sealed record Metric(string Name, bool LowerIsBetter, Func<Trial, double> Of)
{
    /// <summary>The load generator's process; it is not part of the system.</summary>
    private const string Generator = "load";

    /// <summary>
    /// CPU of all processes of the system per ok request, divided by the generator's own for the same request. Other users of the hardware change the
    /// value of a second of CPU from one minute to the next, for both alike; and in an open load the generator does the same work in every variant.
    /// </summary>
    public static readonly Metric Work = WorkOf(null);

    /// <summary>The same for the primary alone.</summary>
    public static readonly Metric PrimaryWork = WorkOf("mysql-primary");

    /// <summary>CPU of all processes of the system per ok request.</summary>
    public static readonly Metric Cpu = new("CPU per ok request, µs", LowerIsBetter: true, trial => trial.CpuMicroseconds.Where(one => one.Key != Generator).Sum(one => one.Value) / trial.Ok);

    /// <summary>CPU of the proxy per ok request: the gateway, or an nginx in its place.</summary>
    public static readonly Metric ProxyCpu = new("CPU of the proxy per ok request, µs", LowerIsBetter: true,
        trial => (trial.CpuMicroseconds.Where(one => NginxSettings.IsWorker(one.Key)).Select(one => one.Value).ToList() is { Count: > 0 } workers ? workers.Sum() : trial.CpuMicroseconds.GetValueOrDefault("gateway")) / trial.Ok);

    /// <summary>How evenly replicas are used; 1 is perfectly even. A report shows it where there are several.</summary>
    public static readonly Metric Skew = new("CPU of the busiest API replica relative to the mean", LowerIsBetter: true,
        trial => trial.CpuMicroseconds.Where(one => AppHostFile.IsApi(one.Key)).Select(one => one.Value).ToList() is { Count: > 1 } replicas ? replicas.Max() / replicas.Average() : 0);

    /// <summary>SQL statements per ok request.</summary>
    public static readonly Metric Statements = new("SQL statements per ok request", LowerIsBetter: true, trial => trial.Statements / trial.Ok);

    /// <summary>SQL statements on the primary per ok request.</summary>
    public static readonly Metric PrimaryStatements = new("SQL statements on the primary per ok request", LowerIsBetter: true, trial => trial.PrimaryStatements / trial.Ok);

    /// <summary>Rows that SQL servers read in tables and indexes, per ok request.</summary>
    public static readonly Metric Rows = new("rows read per ok request", LowerIsBetter: true, trial => trial.RowsRead / trial.Ok);

    /// <summary>The p50 of the time.</summary>
    public static readonly Metric P50 = new("p50, ms", LowerIsBetter: true, trial => trial.P50);

    /// <summary>The p95 of the time.</summary>
    public static readonly Metric P95 = new("p95, ms", LowerIsBetter: true, trial => trial.P95);

    /// <summary>The p99 of the time.</summary>
    public static readonly Metric P99 = new("p99, ms", LowerIsBetter: true, trial => trial.P99);

    /// <summary>The p99 from the actual time of sending.</summary>
    public static readonly Metric SentP99 = new("sent p99, ms", LowerIsBetter: true, trial => trial.SentP99);

    /// <summary>Ok requests per second of the load window. Over the time until the last iteration ended, a few time-outs would lower the rate of all other requests.</summary>
    public static readonly Metric Throughput = new("ok requests a second", LowerIsBetter: false, trial => (trial.Ok - (trial.OkAfterLoad ?? 0)) / (double)trial.LoadSeconds);

    /// <summary>Whether a trial sustains its initial throughput.</summary>
    public static readonly Metric SustainedThroughput = new("ok responses a second, last fifth to first", LowerIsBetter: false, trial => trial.SustainedThroughput);

    /// <summary>Throughput after the peak relative to it. A report shows it where fans had devices.</summary>
    public static readonly Metric AfterPeak = new("ok iterations a second, after the peak to the peak", LowerIsBetter: false, trial => trial.AfterPeak);

    /// <summary>The wait of API replicas for database connections.</summary>
    public static readonly Metric PoolWait = new("wait for connections per ok request, ms", LowerIsBetter: true, trial => trial.WaitSeconds * 1e3 / trial.Ok);

    /// <summary>The hit rate of the response cache. A report shows it where each trial had hits.</summary>
    public static readonly Metric CacheHitRatio = new("response cache hits, %", LowerIsBetter: false, trial => 100.0 * trial.CacheHits / trial.CacheLookups);

    /// <summary>The metrics in every report.</summary>
    public static readonly IReadOnlyList<Metric> All = [Work, PrimaryWork, Cpu, ProxyCpu, Skew, Statements, PrimaryStatements, Rows, P50, P95, P99, SentP99, Throughput, SustainedThroughput, AfterPeak, PoolWait, CacheHitRatio];

    /// <summary>CPU of all processes of the system, or of the one of this name, divided by the generator's.</summary>
    private static Metric WorkOf(string? process) =>
        new($"CPU{(process is null ? "" : $" of {process}")} per ok request, relative to the generator's", LowerIsBetter: true,
            trial => trial.CpuMicroseconds.Where(one => process is null ? one.Key != Generator : one.Key == process).Sum(one => one.Value) / trial.CpuMicroseconds.GetValueOrDefault(Generator));
}
