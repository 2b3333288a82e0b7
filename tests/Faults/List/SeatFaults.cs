namespace Dugout.Faults.List;

/// <summary>Faults of selling seats.</summary>
internal static class SeatFaults
{
    private const string Tests = "Dugout.Features.Tests.Seats";

    private static readonly NamedTest Sale = new($"{Tests}.ContendedSaleTests", "A_contended_sale_passes_the_consistency_checks");

    /// <summary>A purchase that is held back finds the seat sold, or the rule is gone: there is no chance in it.</summary>
    public static NamedTest Delayed { get; } = new($"{Tests}.ClaimStrategyRaces", "A_delayed_purchase_finds_the_seat_sold", "unique-key");

    /// <summary>The races of the rule that a seat is sold once.</summary>
    public static IReadOnlyList<NamedTest> Races { get; } = [new($"{Tests}.ClaimStrategyRaces", "Every_strategy_sells_each_seat_once", "unique-key"), Delayed];

    /// <summary>After Redis lost its data, nothing there knows what is sold.</summary>
    public static IReadOnlyList<SourceEdit> SoldUnknownAfterFlush { get; } =
    [
        new("sold-unknown-after-flush", "src/Features/Seats/Holding/SeatAvailability.cs",
            """WHERE game_id = @gameId AND grade_id = @gradeId", new { gameId, gradeId })).AsList();""",
            """WHERE game_id = @gameId AND grade_id = @gradeId" + (Fault.Is("sold-unknown-after-flush") ? " AND FALSE" : ""), new { gameId, gradeId })).AsList();"""),
        new("sold-unknown-after-flush", "src/Features/Seats/Holding/HoldPlacement.cs",
            "if (claimed.Count > 0)",
            """if (claimed.Count > 0 && !Fault.Is("sold-unknown-after-flush"))"""),
    ];

    public static IReadOnlyList<ProductFault> All { get; } =
    [
        new("claim-key-dropped", "A seat is sold once", "The primary key of the claims is dropped")
        {
            Fails = Races,
            // They decide by themselves, before the key is asked.
            Passes =
            [
                new($"{Tests}.ContendedSaleTests", "A_contended_sale_with_another_strategy_passes_the_consistency_checks"),
                new($"{Tests}.ClaimStrategyRaces", "Every_strategy_sells_each_seat_once", "conditional-update"),
                new($"{Tests}.ClaimStrategyRaces", "Every_strategy_sells_each_seat_once", "row-lock"),
                new($"{Tests}.ClaimStrategyRaces", "A_delayed_purchase_finds_the_seat_sold", "conditional-update"),
                new($"{Tests}.ClaimStrategyRaces", "A_delayed_purchase_finds_the_seat_sold", "row-lock"),
                new($"{Tests}.ClaimStrategyRaces", "A_seat_sold_before_stays_sold_until_it_is_cancelled", "conditional-update"),
                new($"{Tests}.ClaimStrategyRaces", "A_seat_sold_before_stays_sold_until_it_is_cancelled", "row-lock"),
            ],
        },
        new("read-then-write", "A seat is sold once", "Claims are read at REPEATABLE READ, then written without a key")
        {
            Together = "first sales",
            Switches = "read-then-write,claim-key-dropped",
            Fails = Races,
        },
        new("hold-without-owner", "Only the fan who holds seats can buy them", "Any fan who knows a hold's id can buy it")
        {
            Together = "second sales",
            Edits =
            [
                new("hold-without-owner", "src/Features/Seats/Holding/Holds.cs",
                    "return PlacedOf(answer, hold);",
                    "return PlacedOf(answer, Owners[hold.Id] = hold);"),
                new("hold-without-owner", "src/Features/Seats/Holding/Holds.cs",
                    "RedisKey[] grades = [.. terms.Grades.Select(grade => SeatsRedisKeys.Seats(gameId, grade.GradeId))];",
                    """
                    if (Fault.Is("hold-without-owner") && Owners.TryGetValue(holdId, out var anothers)
                            && (await ReadAsync("find hold", gameId, anothers.AccountId, cancellation)).Holds.Find(hold => hold.Id == holdId) is { } unowned)
                            return unowned;
                            RedisKey[] grades = [.. terms.Grades.Select(grade => SeatsRedisKeys.Seats(gameId, grade.GradeId))];
                    """),
                new("hold-without-owner", "src/Features/Seats/Holding/Holds.cs",
                    "private Task EndAsync(Hold hold,",
                    """
                    private static readonly System.Collections.Concurrent.ConcurrentDictionary<long, Hold> Owners = new();

                        private Task EndAsync(Hold hold,
                    """),
            ],
            Fails = [Sale, new($"{Tests}.ReserveSeatsTests", "A_hold_of_another_account_is_not_found")],
        },
        new("hold-not-fenced", "Seats are bought before the hold's deadline, or not at all", "The purchase does not check the deadline")
        {
            Together = "deadlines",
            Edits =
            [
                new("hold-not-fenced", "src/Features/Seats/Purchasing/Purchases.cs",
                    "FROM DUAL WHERE UTC_TIMESTAMP(6) < @ExpiresAt",
                    """FROM DUAL WHERE {(Fault.Is("hold-not-fenced") ? "TRUE" : "UTC_TIMESTAMP(6) < @ExpiresAt")}"""),
            ],
            Fails = [new($"{Tests}.FenceTests", "A_reservation_after_the_deadline_is_rejected")],
        },
        new("limit-without-lock", "An account buys no more seats of a game than allowed", "The count is read and compared; the check constraint is dropped")
        {
            Together = "deadlines",
            Fails = [new($"{Tests}.ContendedSaleTests", "Forty_concurrent_purchases_of_one_fan_stay_within_the_limit")],
        },
        new("sold-unknown-after-flush", "A request for a sold seat is rejected as sold", "After Redis lost its data, sold seats are not read from the primary")
        {
            Together = "third sales",
            Edits = SoldUnknownAfterFlush,
            Fails = [Sale],
        },
        new("acknowledged-before-commit", "An acknowledged sale is a row", "Purchases are acknowledged before their group commits")
        {
            Together = "keys",
            Edits =
            [
                new("acknowledged-before-commit", "src/Platform/Writes/GroupTransaction.cs",
                    "Transactions.Stay) + position.Commit));",
                    """Transactions.Stay) + (Fault.Is("acknowledged-before-commit") ? "SELECT ''; " : position.Commit)));"""),
                new("acknowledged-before-commit", "src/Platform/Writes/GroupTransaction.cs",
                    "member.End(member.Found with { CommitPosition = _position });",
                    """
                    member.End(member.Found with { CommitPosition = _position });
                                if (Fault.Is("acknowledged-before-commit"))
                                {
                                    await Task.Delay(TimeSpan.FromMilliseconds(300));
                                    await connection.ExecuteAsync(Transactions.Commit);
                                }
                    """),
            ],
            Fails = [new($"{Tests}.GroupCommitTests", "Each_purchase_has_the_result_it_would_have_alone", "size: 8")],
        },
        new("key-after-commit", "A repeated purchase is made once and gets the same response", "The idempotency key is written after the purchase has committed")
        {
            Together = "deadlines",
            Edits =
            [
                new("key-after-commit", "src/Platform/Idempotency/IdempotentCommands.cs",
                    "if (group.IsOn && write.Value",
                    """if (!Fault.Is("key-after-commit") && group.IsOn && write.Value"""),
                new("key-after-commit", "src/Platform/Idempotency/IdempotentCommands.cs",
                    "await open.CommitAsync(StoreKey + wanted.Sql, wanted.Parameters, wanted.LocksSharedRow);",
                    """
                    await open.CommitAsync((Fault.Is("key-after-commit") ? "" : StoreKey) + wanted.Sql, wanted.Parameters, wanted.LocksSharedRow);
                            if (Fault.Is("key-after-commit"))
                                await (await open.ConnectionAsync()).ExecuteAsync(StoreKey, wanted.Parameters);
                    """),
            ],
            Fails = [new($"{Tests}.RetryRaces", "A_repeated_purchase_is_made_once_and_gets_one_response")],
        },
    ];
}
