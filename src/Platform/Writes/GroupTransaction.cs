using System.Diagnostics;
using System.Globalization;
using MySqlConnector;

namespace Dugout.Platform.Writes;

/// <summary>
/// The transaction of a group: one batch with all writes and the commit. Where a write is rejected, the server stops there; the next batch rolls back to the write's
/// savepoint and goes on with those after it. A marker before each write, a row with its index, shows which one was rejected. No write waits for a lock of another transaction, so a group is never
/// part of a deadlock and holds nobody up: a write that would have to wait leaves the group.
/// </summary>
internal sealed class GroupTransaction(LeasedConnection connection, CommitPosition position, IReadOnlyList<GroupMember> members)
{
    private const int None = -1;

    private int _running = None;
    private string _position = "";
    private bool _isCommitSent;

    /// <summary>A lone write needs neither markers nor a savepoint.</summary>
    private bool IsOne => members.Count == 1;

    /// <summary>Runs the group to its end and reports to every member.</summary>
    public async Task RunAsync()
    {
        Activity.Current = members[0].Span;
        try
        {
            await WriteAsync();
            foreach (var member in members)
                member.End(member.Found with { CommitPosition = _position });
        }
        catch (Exception error) when (error.LeavesOutcomeOpen())
        {
            // Those that had left the group before are known: they are not written.
            foreach (var member in members)
            {
                if (_isCommitSent && member.Found.Outcome == GroupedOutcome.Committed)
                    member.Fail(new OutcomeUnknownException(error));
                else
                    member.End(new(GroupedOutcome.NotWritten));
            }
        }
        catch (MySqlException)
        {
            await connection.ExecuteAsync(Transactions.Undo);
            foreach (var member in members)
                member.End(new(GroupedOutcome.NotWritten));
        }
    }

    /// <summary>Sends batches until the last one is through.</summary>
    private async Task WriteAsync()
    {
        for (var (first, left) = (0, None); ;)
        {
            _running = IsOne ? 0 : None;
            try
            {
                await SendAsync(first, left);
                return;
            }
            catch (MySqlException error) when (_running >= first && members[_running] is var member && (error.IsLockWaitOver() || member.Write.IsError(error)))
            {
                member.Found = error.IsLockWaitOver() ? new(GroupedOutcome.NotWritten) : new(GroupedOutcome.Rejected, Error: error);
                (first, left) = (_running + 1, _running);
            }
        }
    }

    /// <summary>Sends the writes from one on, after the last that was sent has left the group.</summary>
    private Task SendAsync(int first, int left)
    {
        var commands = new List<MySqlBatchCommand>();
        var isOver = first == members.Count && members.All(member => member.Found.Outcome != GroupedOutcome.Committed);
        var isLookedUp = left != None && members[left].Found.Outcome == GroupedOutcome.Rejected;
        if (left == None)
            commands.Add(new(IsOne ? Transactions.BeginWithoutWaiting : Transactions.HangUp + Transactions.BeginWithoutWaiting));
        else
            commands.Add(new(isOver ? Transactions.Undo : Transactions.UndoItem));
        if (isLookedUp)
            commands.Add(members[left].Command("", members[left].Write.Lookup));
        for (var index = first; index < members.Count; index++)
            commands.Add(members[index].Command(IsOne ? "" : Marker(index) + Transactions.Item, members[index].Write.Sql));
        if (!isOver)
            commands.Add(new((IsOne ? "" : Marker(members.Count) + Transactions.Stay) + position.Commit));
        _isCommitSent = !isOver;
        return connection.ReadBatchAsync(commands, async reader =>
        {
            if (isLookedUp)
            {
                await members[left].Write.ReadAsync(reader);
                await reader.NextResultAsync();
            }

            if (isOver)
                return;
            for (var index = first; index < members.Count && !IsOne; index++)
                await ReadMarkerAsync(reader, index);
            if (!IsOne)
                await ReadMarkerAsync(reader, members.Count);
            await reader.ReadAsync();
            _position = await reader.IsDBNullAsync(0) ? "" : reader.GetString(0);
            await reader.NextResultAsync();
        });
    }

    private static string Marker(int index) => string.Create(CultureInfo.InvariantCulture, $"SELECT {index}; ");

    /// <summary>Reads the marker before a write, and goes on to the next result: there the exception of the write is thrown.</summary>
    private async Task ReadMarkerAsync(MySqlDataReader reader, int index)
    {
        if (!await reader.ReadAsync() || reader.GetInt64(0) != index)
            throw new InvalidOperationException("The results of a group came in another order than its writes.");
        // The last marker stands before the commit, which is no write's own.
        _running = index < members.Count ? index : None;
        await reader.NextResultAsync();
    }
}
