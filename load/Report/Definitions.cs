namespace Dugout.Load.Report;

/// <summary>Every number of a page with its unit and definition.</summary>
internal static class Definitions
{
    /// <summary>Terms of a run.</summary>
    public static IReadOnlyList<(string Term, string Meaning)> OfRuns { get; } =
    [
        ("iteration", "The steps of one virtual user, from its first request to its last."),
        ("ok", "The expected status and a correct body."),
        ("left", "An iteration that ended early as intended: nothing was left to buy, or the virtual user left."),
        ("rejected", "409 with a problem code: a business rule rejected the request."),
        ("shed", "429 or 503 with a problem code: overload, after the allowed retries."),
        ("client error", "Any other 4xx: a valid request was rejected as invalid, or an invalid one was sent."),
        ("time-out", "No complete response in time."),
        ("fault", "5xx, no response, or the expected status with a wrong body."),
        ("p50, p95, p99, max", "Percentiles and maximum of the latency of ok responses in ms, at most 0.4 % off (max exact). An iteration and its first step count from the intended start, the other steps from their send time."),
        ("sent p50, sent p99", "The same from the actual send time."),
        ("ended per second", "Iterations that ended within the load window, the time in which iterations were started, divided by its length. Those that ended later are counted apart."),
        ("late", "A start more than 1 ms after it was due, caused by the generator, not the shop."),
        ("dropped", "A start that did not happen: too many iterations were in flight, or the run was aborted."),
        ("unknown", "A reservation with an unknown outcome. The checks accept both outcomes."),
        ("cores", "Processor seconds of a process, by the kernel's clock, divided by the duration of the load."),
        ("Little's law", "The mean number of iterations in flight equals iterations per second times their mean duration. If they differ by more than 5 %, the run is void."),
    ];

    /// <summary>Terms of notices and of a load that must stay steady.</summary>
    public static IReadOnlyList<(string Term, string Meaning)> OfNotices { get; } =
    [
        ("created, pushed, lost", "Notices created for fans who had signed in with a device, those that the push partner accepted, and the others, counted when no more pushes came. Where notices may be lost, a loss is not a failed check."),
        ("devices with more", "Devices with more pushes than notices: a notice was pushed twice."),
        ("last after s", "When the last push arrived, in seconds after the load, with the partner at normal speed."),
        ("most waiting in memory", "The maximum number of notices that waited in the memory of an API replica, sampled each second. Notices in rows are not included."),
        ("after the peak", "Ok iterations per second from the best second of the load's first half to its end, divided by those of that second: 1 means no decay."),
        ("s without an ok iteration", "Seconds without an ok iteration after the first one, in a load of a minute or more. Must be 0."),
        ("last sixth to second", "Ok iterations in the last sixth of such a load divided by those in its second sixth. Must be at least 0.9."),
    ];

    /// <summary>Terms of a run in which replicas were sampled each second.</summary>
    public static IReadOnlyList<(string Term, string Meaning)> OfSamples { get; } =
    [
        ("heap", "The managed heap of an API replica, in MB; it falls when garbage is collected."),
        ("work items", "Work queued for a thread of an API replica's pool. If it stays above 0, threads are the bottleneck."),
        ("notices waiting", "Notices that wait in an API replica's memory to be pushed. Notices in rows are not included."),
    ];

    /// <summary>Terms of a comparison of two single runs.</summary>
    public static IReadOnlyList<(string Term, string Meaning)> OfRunComparisons { get; } =
    [
        ("B/A", "The figure of B divided by that of A; a dash where one is missing or A is 0."),
        ("ok iterations per second", "Iterations that ended ok within the load window, divided by its length."),
        ("mean, p50, p95, p99, max", "Latency of ok iterations and, for a step, of its ok responses, in ms; percentiles are at most 0.4 % off. An iteration and its first step count from the intended start, the other steps from their send time."),
        ("failed, shed", "Failed: client errors, time-outs, faults, and iterations that never ended. Shed: overload, after the allowed retries. A step without either has no row."),
        ("CPU, cores", "Processor seconds of a process divided by the duration of the load."),
        ("late sends", "Iterations that the generator started more than 1 ms after they were due, where they are 1 % or more."),
    ];

    /// <summary>Terms of an experiment.</summary>
    public static IReadOnlyList<(string Term, string Meaning)> OfComparisons { get; } =
    [
        ("variant", "A configuration of the system: settings of its AppHost and programs. Each trial has a fresh system with freshly seeded data."),
        ("block", "One trial of each variant and two of the baseline, in an order that the next block reverses, so that drift affects all equally."),
        ("baseline, value", "The medians over the blocks."),
        ("ratio", "The variant's value divided by the baseline's: the exponential of the median of all pairwise means of the blocks' log ratios (Hodges and Lehmann)."),
        ("from, to", "The ratio's interval from 10,000 bootstrap samples of whole blocks, widened for few blocks. Requests are not resampled: those of one trial share its conditions."),
        ("verdict", "Better, worse, no difference shown, or too noisy to say, by the rule fixed before the run."),
        ("p50, p95, p99, sent p99", "Latency percentiles of the ok responses of all steps, from the intended send time in an open load; sent: from the actual send time. A closed load has no intended times."),
        ("CPU per ok request, relative to the generator's", "Processor time of the system divided by the generator's, which does the same work in every variant of an open load: other tenants of the hardware slow down both, so the ratio is more stable than microseconds."),
        ("CPU µs per request", "Processor time of all processes of the system, without the generator, per ok request."),
        ("ok requests a second", "Ok requests within the load window, divided by its length."),
        ("rows read per ok request", "Rows that all SQL servers read in tables and indexes, including temporary ones, divided by the ok requests."),
        ("CPU of the proxy per ok request, µs", "Processor time of the proxy before the replicas, the gateway or nginx, divided by the ok requests."),
        ("CPU of the busiest API replica relative to the mean", "Processor time of the busiest replica divided by the mean of all: 1 is perfectly even."),
        ("last fifth to first", "Ok responses per second in the last fifth of the load divided by those in the first: below 1 where a trial did not sustain its throughput."),
        ("wait for connections", "The time API replicas waited for pooled database connections, divided by the ok requests."),
        ("figures", "Whether Little's law holds for the trial; a void trial decides nothing."),
        ("checks", "Whether every acknowledged write is a row, every row was acknowledged, and no seat was sold twice."),
    ];
}
