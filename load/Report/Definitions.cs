namespace Dugout.Load.Report;

/// <summary>Every number of a page with its unit and definition.</summary>
internal static class Definitions
{
    /// <summary>Terms of a run.</summary>
    public static IReadOnlyList<(string Term, string Meaning)> OfRuns { get; } =
    [
        ("flow", "What one fan does, from its first request to its last."),
        ("ok", "The contract's status, and a body that says what was asked for."),
        ("left", "A flow that ended early and well: nothing was left to buy, or the fan lost patience as planned."),
        ("refused", "409 with a problem code: a rule of the shop said no."),
        ("shed", "429 or 503 with a problem code: too much to do, and said so; after the repeats that were allowed."),
        ("client error", "Any other 4xx: a request the shop did not understand, which is a fault of one of the two."),
        ("time-out", "No complete answer in time."),
        ("fault", "5xx, no answer at all, or a right status with a wrong body."),
        ("p50, p95, p99, max", "The time in ms that half, 95, 99 and all of 100 ok ones did not exceed, at most 0.4 % off (max exact), from the intended start: a flow's and its first step's from when the flow was due, the other steps' from when they were sent."),
        ("sent p50, sent p99", "The same from when the request was really sent."),
        ("ended a second", "Flows that ended, divided by the time from the first start to the last end."),
        ("late", "A start more than 1 ms after it was due; the generator's fault, not the shop's."),
        ("dropped", "A start that did not take place: too many flows were in flight, or the run was broken off."),
        ("unknown", "A reservation nobody told the outcome of. The check takes it for possible, never for failed."),
        ("cores", "Processor seconds of a process divided by the seconds the load took, by the kernel's own clock of it."),
        ("Little's law", "Flows in flight on the average are flows a second times seconds each. More than 5 % apart, something was lost or timed wrongly, and the run is void."),
    ];

    /// <summary>Terms of notices and of a load that must stay steady.</summary>
    public static IReadOnlyList<(string Term, string Meaning)> OfNotices { get; } =
    [
        ("made, pushed, lost", "Notices made for fans who had signed in with a device, those of them that the push partner took, and the others, counted when no more came. A way that may lose some is no failed check."),
        ("devices with more", "Devices to which more was pushed than was made for their fans: a notice came twice."),
        ("last after s", "How long after the load the last push came, the partner no longer slow."),
        ("most waiting in memory", "The most notices that waited in the memory of an API replica, of what it said each second. Those in rows aren't among them."),
        ("after the peak", "Flows that ended ok, a second, from the best second of the load's first half to its end, by those of that second: 1 is no fall."),
        ("s without an ok flow", "Seconds of a load of a minute or more, after the first ok flow, in which none ended ok. There may be none."),
        ("last sixth by second", "Flows that ended ok in the last sixth of such a load by those in its second: of six minutes the last and the second one. At least 0.9 is wanted."),
    ];

    /// <summary>Terms of a run in which replicas were sampled each second.</summary>
    public static IReadOnlyList<(string Term, string Meaning)> OfSamples { get; } =
    [
        ("heap", "The managed heap of an API replica, in MB; it falls when garbage is collected."),
        ("work waiting", "What waits for a thread of an API replica's pool. Above 0 for long, threads are what everybody waits for."),
        ("notices waiting", "Notices that wait in an API replica's memory to be pushed. Those in rows aren't among them."),
    ];

    /// <summary>Terms of an experiment.</summary>
    public static IReadOnlyList<(string Term, string Meaning)> OfComparisons { get; } =
    [
        ("arm", "A way to run the system: settings of its AppHost and of its programs. Each turn has a fresh system, with freshly seeded data."),
        ("block", "Each arm once and the first one twice, in an order that is turned round in the next block, so that what drifts hits all alike."),
        ("first arm, this arm", "The medians over the blocks."),
        ("ratio", "How many times the first arm's value this arm's is: the median of all pairwise means of the blocks' log ratios (Hodges and Lehmann), taken back from logarithms."),
        ("from, to", "The ratio's interval, by drawing whole blocks again 10,000 times, widened for few blocks. Requests are not resampled: those of one turn have the same weather."),
        ("verdict", "Better, worse, no difference shown, or too noisy to say, by the rule that was written down before."),
        ("p50, p95, p99, sent p99", "Of the ok answers of all steps, from the intended time of sending where the load is open; sent, from when they were really sent. Callers of a closed load have no intended time."),
        ("CPU per ok request, in the generator's", "Processor time of the system by that of the program that pushes the load, which does the same in every arm of an open load: other tenants of the hardware slow down both, so it holds better than microseconds do."),
        ("CPU µs a request", "Processor time of all processes of the system, the generator's left out, for each ok request."),
        ("rows read per ok request", "Rows that all SQL servers read in tables and indexes, their own temporary ones included, by the ok requests."),
        ("CPU of the door per ok request, µs", "Processor time of what requests pass on their way to a replica, the gateway or an nginx in its place, by the ok requests."),
        ("CPU of the busiest API replica by their mean", "Of several replicas, the processor time of the one that used most by the mean of all: 1 is evenly spread."),
        ("last fifth by first", "Ok answers a second in the last fifth of the time in which flows were started, by those in the first: below 1 where a turn did not keep up what it began with."),
        ("wait for connections", "What API replicas waited for pooled database connections, by the ok requests."),
        ("figures", "Whether Little's law holds for the turn; a void turn decides nothing."),
        ("balance", "Whether every sale told is a row and every row was told, and no seat was sold twice."),
    ];
}
