using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Writes;

/// <summary>
/// Commits writes of several requests in one transaction. While a group is under way, further writes queue; the next group takes them, so a lone write does not wait.
/// Each write has its own result, as if the writes had run one after the other. A group belongs to no request: a caller that leaves does not end it.
/// </summary>
public sealed class GroupCommit(Databases databases, CommitPosition position, Deadline deadline, IOptions<WritesOptions> options)
{
    private readonly Lock _lock = new();
    private readonly Queue<GroupMember> _waiting = new();
    private bool _isUnderWay;

    /// <summary>Whether writes share transactions.</summary>
    internal bool IsOn => options.Value.GroupSize > 1;

    /// <summary>Runs a write in the next group.</summary>
    /// <param name="write">The write.</param>
    /// <param name="cancellation">Cancels while the write waits for its group: then it is not written.</param>
    /// <exception cref="MySqlException">The primary is unavailable, and nothing was changed.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke, or the request's deadline passed before the group had ended.</exception>
    internal async Task<GroupedResult> RunAsync(GroupedWrite write, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        var member = new GroupMember(write);
        Enqueue(member);
        try
        {
            return await member.Result.WaitAsync(cancellation);
        }
        catch (OperationCanceledException) when (member.Leave())
        {
            throw;
        }
        catch (OperationCanceledException)
        {
            return await EndAsync(member);
        }
    }

    /// <summary>The client has disconnected or the deadline has passed, but the write is sent: only the deadline ends the wait.</summary>
    private async Task<GroupedResult> EndAsync(GroupMember member)
    {
        try
        {
            return await member.Result.WaitAsync(deadline.Token);
        }
        catch (OperationCanceledException late)
        {
            throw new OutcomeUnknownException(late);
        }
    }

    private void Enqueue(GroupMember member)
    {
        lock (_lock)
        {
            _waiting.Enqueue(member);
            if (_isUnderWay)
                return;
            _isUnderWay = true;
        }

        // Not in the context of the first caller, whose request may end before the group.
        using (ExecutionContext.SuppressFlow())
            _ = Task.Run(RunGroupsAsync);
    }

    /// <summary>Runs groups until no write waits.</summary>
    private async Task RunGroupsAsync()
    {
        while (IsWaitedFor())
        {
            IReadOnlyList<GroupMember> members = [];
            try
            {
                await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
                members = Take(options.Value.GroupSize);
                if (members.Count > 0)
                    await new GroupTransaction(connection, position, members).RunAsync();
            }
            catch (Exception error)
            {
                // No connection: this is the answer for all that wait. Or an unforeseen fault, which must not leave a caller waiting.
                foreach (var member in members.Count > 0 ? members : Take(int.MaxValue))
                    member.Fail(error);
            }
        }
    }

    private bool IsWaitedFor()
    {
        lock (_lock)
        {
            _isUnderWay = _waiting.Count > 0;
            return _isUnderWay;
        }
    }

    private List<GroupMember> Take(int most)
    {
        var taken = new List<GroupMember>();
        lock (_lock)
        {
            while (taken.Count < most && _waiting.TryDequeue(out var member))
            {
                if (member.Take())
                    taken.Add(member);
            }
        }

        return taken;
    }
}
