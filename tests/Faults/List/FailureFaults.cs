namespace Dugout.Faults.List;

/// <summary>Faults that show when something dies or hangs.</summary>
internal static class FailureFaults
{
    private const string Tests = "Dugout.Features.Tests";

    public static IReadOnlyList<ProductFault> All { get; } =
    [
        new("reads-not-retried", "A dying replica fails no unanswered read", "The gateway sends a read once")
        {
            Edits =
            [
                new("reads-not-retried", "src/Gateway/Balancing/RetryElsewhere.cs",
                    "if (HasBrokenOff(context) && MayBeRetried(context)",
                    """if (!Fault.Is("reads-not-retried") && HasBrokenOff(context) && MayBeRetried(context)"""),
            ],
            Fails =
            [
                new("Dugout.Gateway.Tests.ReplicaProcessesTests", "A_killed_replica_fails_writes_in_flight_and_of_reads_only_responses_that_had_begun"),
                new($"{Tests}.Platform.KilledReplicaTests", "A_killed_replica_fails_no_unanswered_read_and_its_purchases_are_made_once"),
            ],
        },
        new("no-deadlines", "A response within five seconds, whatever hangs", "Neither requests nor statements have a deadline")
        {
            Edits =
            [
                new("no-deadlines", "src/Platform/Http/Limits.cs",
                    "Timeout = TimeSpan.FromMilliseconds(limits.Value.DeadlineMilliseconds),",
                    """Timeout = Fault.Is("no-deadlines") ? null : TimeSpan.FromMilliseconds(limits.Value.DeadlineMilliseconds),"""),
                new("no-deadlines", "src/Platform/Persistence/Databases.cs",
                    """["Default Command Timeout"] = limits.CommandSeconds,""",
                    """["Default Command Timeout"] = Fault.Is("no-deadlines") ? 0 : limits.CommandSeconds,"""),
            ],
            Fails = [new($"{Tests}.Platform.FaultyLinksTests", "Over_faulty_links_no_request_hangs_and_no_response_is_wrong", "link: Primary")],
        },
        new("sold-only-in-redis", "A sale survives any single killed process", "Redis alone knows which seats are sold; the unique key is dropped")
        {
            Switches = "sold-unknown-after-flush,claim-key-dropped",
            Edits = SeatFaults.SoldUnknownAfterFlush,
            Fails = [new($"{Tests}.Seats.SaleUnderFaultsTests", "No_fault_loses_a_sale_or_sells_a_seat_twice")],
        },
    ];
}
