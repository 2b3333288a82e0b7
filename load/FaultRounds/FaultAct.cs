namespace Dugout.Load.FaultRounds;

/// <summary>What a fault does to a process.</summary>
internal enum FaultAct
{
    /// <summary>SIGKILL; the AppHost starts it again.</summary>
    Kill,

    /// <summary>SIGSTOP, and SIGCONT after a while.</summary>
    Freeze,

    /// <summary>No messages between a node and the others of its cluster for a while, as in a network that has split; clients still reach it.</summary>
    Isolate,
}
