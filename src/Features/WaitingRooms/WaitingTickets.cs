using Dugout.Features.Seats;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// Tickets and passes of accounts. Every rule is decided by the primary: the place by the counter in the room's row; one ticket an account by the primary key; one
/// exchange a ticket, within its time, by the condition of an update.
/// </summary>
internal sealed class WaitingTickets(
    PrimaryTransaction transaction, NewTickets newTickets, TicketQueries queries, RoomCopies rooms, SignedTickets signed, SeatsQueries seats, IOptions<WaitingRoomsOptions> options)
{
    private const string Lock = "SELECT tickets FROM waiting_rooms WHERE game_id = @gameId FOR UPDATE";

    private const string NextPlace = "UPDATE waiting_rooms SET tickets = tickets + 1 WHERE game_id = @gameId AND state <> 'closed';";

    private const string ToTheEnd = """
        UPDATE waiting_tickets ticket JOIN waiting_rooms room ON room.game_id = ticket.game_id
        SET ticket.idx = room.tickets - 1, ticket.return_number = NULL, ticket.pass_until = NULL, ticket.pass_number = NULL, ticket.taken_at = UTC_TIMESTAMP(6)
        WHERE ticket.game_id = @gameId AND ticket.account_id = @accountId AND ticket.idx = @Idx
        """;

    private const string NearTheFront = """
        UPDATE waiting_tickets ticket JOIN waiting_rooms room ON room.game_id = ticket.game_id
        SET ticket.return_number = room.admitted
        WHERE ticket.game_id = @gameId AND ticket.account_id = @accountId AND ticket.idx = @Idx AND ticket.return_number IS NULL AND ticket.pass_until IS NULL
          AND @number >= room.forfeited AND room.admitted < room.tickets
        """;

    /// <summary>The room's row is read without a lock, as a subquery at READ COMMITTED is: in a join each exchange would wait for tickets and admissions, which lock it.</summary>
    private const string Exchange = """
        UPDATE waiting_tickets SET pass_until = UTC_TIMESTAMP(6) + INTERVAL @PassSeconds SECOND, pass_number = @number
        WHERE game_id = @GameId AND account_id = @AccountId AND idx = @Place AND return_number <=> @ReturnNumber AND pass_until IS NULL
          AND EXISTS (
            SELECT 1 FROM waiting_rooms room
            WHERE room.game_id = @GameId AND room.drawn IS NOT NULL AND room.state <> 'closed' AND @number < room.admitted AND @number >= room.lapsed)
        """;

    /// <summary>A pass that is still valid lasts longer while its account holds seats.</summary>
    private const string Renew = """
        UPDATE waiting_tickets SET pass_until = UTC_TIMESTAMP(6) + INTERVAL @PassSeconds SECOND
        WHERE game_id = @GameId AND account_id = @AccountId AND pass_until > UTC_TIMESTAMP(6)
        """;

    /// <summary>Internal result for an account that has a ticket. Never sent to a client.</summary>
    private static readonly Problem HasOneAlready = new(409, "has-a-ticket", "");

    /// <summary>The account's ticket, a new one or the one it has.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<Result<TakeTicket.TicketAnswer>> TakeAsync(long gameId, long accountId, CancellationToken cancellation)
    {
        // Repeats must not wait for the room's row, which every new ticket locks.
        if (await queries.FindAsync(gameId, accountId, cancellation) is not { } found)
        {
            if (await newTickets.GiveAsync(gameId, accountId, cancellation) is { } problem)
                return problem;
            if (await queries.FindAsync(gameId, accountId, cancellation) is not { } made)
                return WaitingRoomsProblems.NoWaitingRoom;
            found = made;
        }

        var number = await NumberAsync(gameId, found, cancellation);
        if (found.Misses(number))
        {
            if (await AgainAsync(gameId, accountId, found, number, cancellation) is { } error)
                return error;
            found = (await queries.FindAsync(gameId, accountId, cancellation))!;
            number = await NumberAsync(gameId, found, cancellation);
        }

        var ticket = signed.Sign(new(gameId, accountId, found.Idx, found.ReturnNumber));
        return new TakeTicket.TicketAnswer(ticket, found.Idx, number, found.PassUntil?.Utc());
    }

    /// <summary>The pass of a ticket whose number is up.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<Result<ExchangeTicket.PassAnswer>> ExchangeAsync(SignedTickets.Ticket ticket, CancellationToken cancellation)
    {
        if (await rooms.FindAsync(ticket.GameId, cancellation) is not { Room: var room })
            return WaitingRoomsProblems.NoWaitingRoom;
        // The copy may be a second old: then the number is up a second later.
        if ((ticket.ReturnNumber ?? room.NumberOf(ticket.Place)) is not { } number || number >= room.Row.Admitted)
            return WaitingRoomsProblems.NotAdmittedYet;

        var parameters = new { ticket.GameId, ticket.AccountId, ticket.Place, ticket.ReturnNumber, number, options.Value.PassSeconds };
        var exchanged = await transaction.RunAsync(Exchange + ";", parameters, _ => null, cancellation);
        if (exchanged.Problem is { } problem)
            return problem;
        if (exchanged.Value!.Rows == 0 && await HoldsSeatsAsync(ticket, cancellation)
            && (await transaction.RunAsync(Renew + ";", parameters, _ => null, cancellation)).Problem is { } busy)
            return busy;
        if (await queries.FindAsync(ticket.GameId, ticket.AccountId, cancellation) is not { PassUntil: { } until, HasExpired: false } found || found.Idx != ticket.Place)
            return WaitingRoomsProblems.NumberLapsed;
        return new ExchangeTicket.PassAnswer(signed.SignPass(ticket.GameId, ticket.AccountId, until), until.Utc());
    }

    /// <summary>Gives a fan who has missed the number another place; null, or the error.</summary>
    private async Task<Problem?> AgainAsync(long gameId, long accountId, TicketQueries.Found missed, int? number, CancellationToken cancellation)
    {
        var parameters = new { gameId, accountId, missed.Idx, number };
        var again = await transaction.RunAsync<WriteResult>(
            async open =>
            {
                var connection = await open.BeginAsync();
                // The room first, as everywhere: its lock orders all changes of places.
                await connection.ExecuteScalarAsync<int>(Lock, parameters);
                if (!missed.HasExpired && await connection.ExecuteAsync(NearTheFront, parameters) == 1)
                    return await open.CommitAndCountAsync("", parameters);
                await connection.ExecuteAsync(NextPlace, parameters);
                return await connection.ExecuteAsync(ToTheEnd, parameters) == 1 ? await open.CommitAndCountAsync("", parameters) : HasOneAlready;
            },
            _ => null, cancellation);
        return again.Problem == HasOneAlready ? null : again.Problem;
    }

    /// <summary>The ticket's number; null before the draw. The draw is computed once for each copy of the room.</summary>
    private async Task<int?> NumberAsync(long gameId, TicketQueries.Found found, CancellationToken cancellation)
    {
        if (found.ReturnNumber is { } second)
            return second;
        if (found.Drawn is not { } drawn)
            return null;
        if (found.Idx >= drawn)
            return found.Idx;
        // In the second of the draw the copy may be from before it.
        return await rooms.FindAsync(gameId, cancellation) is { Room: var room } && room.NumberOf(found.Idx) is { } number ? number : Draw.Numbers(found.Seed, drawn)[found.Idx];
    }

    private async Task<bool> HoldsSeatsAsync(SignedTickets.Ticket ticket, CancellationToken cancellation)
    {
        try
        {
            return await seats.HasHoldsAsync(ticket.GameId, ticket.AccountId, cancellation);
        }
        catch (RedisUnavailableException)
        {
            return false;
        }
    }
}
