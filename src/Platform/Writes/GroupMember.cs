using System.Diagnostics;
using MySqlConnector;

namespace Dugout.Platform.Writes;

/// <summary>A write in the queue of <see cref="GroupCommit"/> or in a group. Its caller can leave the queue, not the group.</summary>
internal sealed class GroupMember(GroupedWrite write)
{
    private const int Waiting = 0;
    private const int Taken = 1;
    private const int Gone = 2;

    private readonly TaskCompletionSource<GroupedResult> _result = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _state = Waiting;

    /// <summary>The write.</summary>
    public GroupedWrite Write => write;

    /// <summary>The span of the request, if it is traced.</summary>
    public Activity? Span { get; } = Activity.Current;

    /// <summary>Ends with the group.</summary>
    public Task<GroupedResult> Result => _result.Task;

    /// <summary>What the group has found so far; final when the group has ended.</summary>
    public GroupedResult Found { get; set; } = new(GroupedOutcome.Committed);

    /// <summary>Takes the write into a group; false if its caller has left.</summary>
    public bool Take() => Interlocked.CompareExchange(ref _state, Taken, Waiting) == Waiting;

    /// <summary>Leaves the queue; false if the write is in a group.</summary>
    public bool Leave() => Interlocked.CompareExchange(ref _state, Gone, Waiting) != Taken;

    /// <summary>Reports the result to the caller.</summary>
    public void End(GroupedResult result) => _result.TrySetResult(result);

    /// <summary>Reports a fault to the caller.</summary>
    public void Fail(Exception error) => _result.TrySetException(error);

    /// <summary>The statements as a command of a batch.</summary>
    public MySqlBatchCommand Command(string before, string sql)
    {
        var command = new MySqlBatchCommand(before + sql);
        foreach (var name in write.Parameters.ParameterNames)
            command.Parameters.Add(new MySqlParameter(name, write.Parameters.Get<object?>(name)));
        return command;
    }
}
