namespace Dugout.Faults.List;

/// <summary>Faults of waiting rooms.</summary>
internal static class WaitingRoomFaults
{
    private const string Tests = "Dugout.Features.Tests.WaitingRooms";
    private const string Group = "waiting rooms";

    public static IReadOnlyList<ProductFault> All { get; } =
    [
        new("ticket-for-each-device", "An account has one ticket of a waiting room", "The primary key of the tickets is dropped")
        {
            Together = "first sales",
            Fails = [new($"{Tests}.WaitingRoomRaces", "An_account_gets_one_ticket_from_however_many_devices")],
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
                    "await transaction.RunAsync(numbers > 0 ? Admit + Record : Admit,",
                    """await transaction.RunAsync((numbers > 0 ? Admit + Record : Admit).Replace("AND token = @token", Fault.Is("admission-not-fenced") ? "" : "AND token = @token"),"""),
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
