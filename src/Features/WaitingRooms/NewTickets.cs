using System.Collections.Concurrent;
using Dapper;
using MySqlConnector;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// Gives accounts their tickets, those that came at the same time together: each lock of a room's row, which gives the places, serves as many accounts of this process as wait for it. So a rush of
/// fans takes one connection, not all of them.
/// </summary>
internal sealed class NewTickets(PrimaryTransaction transaction)
{
    private const int MostAtOnce = 500;

    private const string Lock = "SELECT tickets FROM waiting_rooms WHERE game_id = @gameId AND state <> 'closed' FOR UPDATE";

    /// <summary>After the lock no other transaction inserts.</summary>
    private const string Present = "SELECT account_id FROM waiting_tickets WHERE game_id = @gameId AND account_id IN @accounts";

    private readonly ConcurrentQueue<(long GameId, long AccountId)> _waiting = new();
    private readonly Coalescer<bool, IReadOnlyDictionary<long, Problem?>> _giving = new();

    /// <summary>Gives the account a ticket, unless it has one.</summary>
    /// <returns>Null, or the error.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke; a repeat gets the ticket, if there is one.</exception>
    public async Task<Problem?> GiveAsync(long gameId, long accountId, CancellationToken cancellation)
    {
        _waiting.Enqueue((gameId, accountId));
        return (await _giving.RunAsync(true, _ => InNoRequestAsync(), cancellation)).GetValueOrDefault(gameId);
    }

    /// <summary>The first caller may leave before the others have their tickets.</summary>
    private Task<IReadOnlyDictionary<long, Problem?>> InNoRequestAsync()
    {
        using (ExecutionContext.SuppressFlow())
            return Task.Run(GiveAllAsync);
    }

    private async Task<IReadOnlyDictionary<long, Problem?>> GiveAllAsync()
    {
        var accounts = new HashSet<(long GameId, long AccountId)>();
        while (_waiting.TryDequeue(out var next))
            accounts.Add(next);
        var problems = new Dictionary<long, Problem?>();
        foreach (var game in accounts.GroupBy(next => next.GameId, next => next.AccountId))
        {
            foreach (var some in game.Chunk(MostAtOnce))
            {
                var given = await transaction.RunAsync<WriteResult>(
                    open => GiveAsync(open, game.Key, some), error => error.IsDuplicateKey() ? PrimaryTransaction.Conflict : null, CancellationToken.None);
                problems[game.Key] = given.Problem ?? problems.GetValueOrDefault(game.Key);
            }
        }

        return problems;
    }

    private static async Task<Result<WriteResult>> GiveAsync(OpenTransaction open, long gameId, long[] accounts)
    {
        var connection = await open.BeginAsync();
        if (await connection.ExecuteScalarAsync<int?>(Lock, new { gameId }) is not { } tickets)
            return WaitingRoomsProblems.NoWaitingRoom;
        var present = (await connection.QueryAsync<long>(Present, new { gameId, accounts })).ToHashSet();
        List<long> added = [.. accounts.Where(account => !present.Contains(account))];
        if (added.Count == 0)
            return new WriteResult();
        var parameters = new DynamicParameters(new { gameId, tickets = tickets + added.Count });
        var rows = parameters.Rows("(@gameId, @account#, @idx#, UTC_TIMESTAMP(6))", added.Index(), row => [("account", row.Item), ("idx", tickets + row.Index)]);
        return await open.CommitAndCountAsync(
            $"INSERT INTO waiting_tickets (game_id, account_id, idx, taken_at) VALUES {rows}; UPDATE waiting_rooms SET tickets = @tickets WHERE game_id = @gameId; ", parameters, locksSharedRow: true);
    }
}
