using System.Diagnostics;
using System.Globalization;
using MySqlConnector;

namespace Dugout.Platform.Writes;

/// <summary>
/// The transaction of a group: one batch with all writes and the commit. Where a write is rejected, the server stops there; the next batch rolls back to the write's
/// savepoint and goes on with those after it. A marker before each write, a row with its index, shows which one was rejected. No write waits for a lock of another transaction, so a group is never
/// part of a deadlock and delays no other write: a write that would have to wait leaves the group.
/// </summary>
internal sealed class GroupTransaction(LeasedConnection connection, CommitPosition position, IReadOnlyList<GroupMember> members)
{
    private const int None = -1;

    /// <summary>
    /// After a rejected write the next batch has at most twice as many writes as ran before it, and at least so many: where many are rejected, what stands behind one is sent again each time.
    /// </summary>
    private const int FewestInBatch = 4;

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
        for (var (first, most, left) = (0, members.Count, None); ;)
        {
            var end = Math.Min(first + most, members.Count);
            _running = IsOne ? 0 : None;
            try
            {
                await SendAsync(first, end, left);
                if (end == members.Count)
                    return;
                (first, most, left) = (end, 2 * most, None);
            }
            catch (MySqlException error) when (_running >= first && members[_running] is var member && (error.IsLockWaitOver() || member.Write.IsError(error)))
            {
                member.Found = error.IsLockWaitOver() ? new(GroupedOutcome.NotWritten) : new(GroupedOutcome.Rejected, Error: error);
                (first, most, left) = (_running + 1, Math.Max(FewestInBatch, 2 * (_running - first)), _running);
            }
        }
    }

    /// <summary>Sends the writes from one to another, and the commit with the last of all.</summary>
    /// <param name="first">The first of them.</param>
    /// <param name="end">The one after the last.</param>
    /// <param name="left">The write that has just left the group; or none.</param>
    private Task SendAsync(int first, int end, int left)
    {
        var commands = new List<MySqlBatchCommand>();
        var isOver = first == members.Count && members.All(member => member.Found.Outcome != GroupedOutcome.Committed);
        var isLookedUp = left != None && members[left].Found.Outcome == GroupedOutcome.Rejected;
        if (first == 0)
            commands.Add(new(IsOne ? Transactions.BeginWithoutWaiting : Transactions.HangUp + Transactions.BeginWithoutWaiting));
        else if (left != None)
            commands.Add(new(isOver ? Transactions.Undo : Transactions.UndoItem));
        if (isLookedUp)
            commands.Add(members[left].Command("", members[left].Write.Lookup));
        for (var index = first; index < end; index++)
            commands.Add(members[index].Command(IsOne ? "" : Marker(index) + Transactions.Item, members[index].Write.Sql));
        _isCommitSent = end == members.Count && !isOver;
        if (_isCommitSent)
            commands.Add(new((IsOne ? "" : Marker(members.Count) + Transactions.Stay) + position.Commit));
        return connection.ReadBatchAsync(commands, async reader =>
        {
            if (isLookedUp)
            {
                await members[left].Write.ReadAsync(reader);
                await reader.NextResultAsync();
            }

            for (var index = first; index < end && !IsOne; index++)
                await ReadMarkerAsync(reader, index);
            if (!_isCommitSent)
                return;
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
