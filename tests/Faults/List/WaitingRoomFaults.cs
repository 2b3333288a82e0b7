namespace Dugout.Faults.List;

/// <summary>Faults of waiting rooms.</summary>
internal static class WaitingRoomFaults
{
    private const string Tests = "Dugout.Features.Tests.WaitingRooms";
    private const string Group = "waiting rooms";
    private const string Tickets = "src/Features/WaitingRooms/WaitingTickets.cs";
    private const string Queries = "src/Features/WaitingRooms/TicketQueries.cs";

    private static readonly NamedTest Fairness = new($"{Tests}.FairnessTests", "A_waiting_room_keeps_its_promises_to_fans_of_all_habits");

    public static IReadOnlyList<ProductFault> All { get; } =
    [
        new("ticket-for-each-device", "An account has one ticket of a waiting room", "The primary key of the tickets is dropped")
        {
            Together = "first sales",
            Edits =
            [
                // Without the key the account's other tickets would be found: each device is to get one of its own.
                new("ticket-for-each-device", Tickets,
                    "if (await queries.FindAsync(gameId, accountId, cancellation) is not { } found)",
                    """if (Fault.Is("ticket-for-each-device") || await queries.FindAsync(gameId, accountId, cancellation) is not { } found)"""),
                new("ticket-for-each-device", "src/Features/WaitingRooms/NewTickets.cs",
                    "!present.Contains(account))",
                    """!present.Contains(account) || Fault.Is("ticket-for-each-device"))"""),
                new("ticket-for-each-device", Queries,
                    "new(Find, new { gameId, accountId }",
                    """new(Find + (Fault.Is("ticket-for-each-device") ? " ORDER BY ticket.idx DESC LIMIT 1" : ""), new { gameId, accountId }"""),
            ],
            Fails = [new($"{Tests}.WaitingRoomRaces", "An_account_gets_one_ticket_from_however_many_devices"), Fairness],
        },
        new("admission-by-poll-order", "Fans are admitted in the order of their numbers", "The first fan to ask when one is to be admitted gets the pass")
        {
            Together = Group,
            Edits =
            [
                new("admission-by-poll-order", Tickets,
                    "if ((ticket.ReturnNumber ?? room.NumberOf(ticket.Place)) is not",
                    """if ((Fault.Is("admission-by-poll-order") ? await queries.CountActiveAsync(ticket.GameId, cancellation) : ticket.ReturnNumber ?? room.NumberOf(ticket.Place)) is not"""),
                // The number of passes that were given out.
                new("admission-by-poll-order", Queries,
                    "new(CountActive, parameters",
                    """new(Fault.Is("admission-by-poll-order") ? "SELECT COUNT(*) FROM waiting_tickets WHERE game_id = @gameId AND pass_until > UTC_TIMESTAMP(6)" : CountActive, parameters"""),
            ],
            Fails = [Fairness],
        },
        new("order-in-redis", "A fan keeps the number of a waiting room", "Places are given by a counter in Redis")
        {
            Together = "third sales",
            Edits =
            [
                new("order-in-redis", Tickets,
                    "SeatsQueries seats, IOptions<WaitingRoomsOptions> options)",
                    "SeatsQueries seats, IOptions<WaitingRoomsOptions> options, RedisStore redis)"),
                new("order-in-redis", Tickets,
                    "        var number = await NumberAsync(gameId, found, cancellation);\n        if (found.Misses(number))",
                    """
                            if (Fault.Is("order-in-redis"))
                                found = new()
                                {
                                    Idx = (int)await redis.QueryAsync("place", async database =>
                                        {
                                            var places = new StackExchange.Redis.RedisKey($"places:{gameId}");
                                            await database.HashSetAsync(places, accountId, await database.HashLengthAsync(places), StackExchange.Redis.When.NotExists);
                                            return await database.HashGetAsync(places, accountId);
                                        }, cancellation),
                                    ReturnNumber = found.ReturnNumber, PassUntil = found.PassUntil, HasExpired = found.HasExpired, Seed = found.Seed, Drawn = found.Drawn, Lapsed = found.Lapsed,
                                };
                            var number = await NumberAsync(gameId, found, cancellation);
                            if (found.Misses(number))
                    """),
            ],
            Fails = [Fairness],
        },
        new("admission-not-fenced", "One worker admits, and no late one", "A lease that has passed to another worker is not noticed")
        {
            Together = Group,
            Edits =
            [
                new("admission-not-fenced", "src/Features/WaitingRooms/Jobs/AdmitFans.cs",
                    "&& held.Token == row.Token)",
                    """&& (held.Token == row.Token || Fault.Is("admission-not-fenced")))"""),
                new("admission-not-fenced", "src/Features/WaitingRooms/Jobs/AdmitFans.cs",
                    "await transaction.RunAsync(step.Numbers > 0 ? Admit + Record : Admit,",
                    """await transaction.RunAsync((step.Numbers > 0 ? Admit + Record : Admit).Replace("AND token = @token", Fault.Is("admission-not-fenced") ? "" : "AND token = @token"),"""),
            ],
            Fails = [new($"{Tests}.WaitingRoomRaces", "A_worker_that_has_lost_its_lease_admits_nobody")],
        },
        new("pass-of-anybody", "A pass is of one account and one game", "The account of a pass is not compared")
        {
            Together = Group,
            Edits =
            [
                new("pass-of-anybody", "src/Features/WaitingRooms/SignedTickets.cs",
                    "&& pass.AccountId == accountId",
                    """&& (pass.AccountId == accountId || Fault.Is("pass-of-anybody"))"""),
            ],
            Fails = [new($"{Tests}.BypassTests", "Passes_and_tickets_of_others_or_of_other_games_or_altered_or_made_up_are_rejected")],
        },
        new("pass-by-own-clock", "Passes end by the primary's time", "A replica uses its own clock")
        {
            Together = Group,
            Edits =
            [
                new("pass-by-own-clock", "src/Features/WaitingRooms/RoomCopies.cs",
                    "copies.ReadAt + _clock.GetElapsedTime(copies.Since)",
                    """Fault.Is("pass-by-own-clock") ? _clock.GetUtcNow().UtcDateTime : copies.ReadAt + _clock.GetElapsedTime(copies.Since)"""),
            ],
            Fails = [new($"{Tests}.BypassTests", "A_replica_whose_clock_is_wrong_accepts_what_the_others_accept", "hours: 1")],
        },
    ];
}
