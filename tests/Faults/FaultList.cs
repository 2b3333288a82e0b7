using Dugout.Faults.List;

namespace Dugout.Faults;

/// <summary>Every fault there is, a file a slice; the README's table says the same.</summary>
public static class FaultList
{
    /// <summary>All, in the order of the table.</summary>
    public static IReadOnlyList<ProductFault> All { get; } = [.. SeatFaults.All, .. CountFaults.All, .. CacheFaults.All, .. WorkerFaults.All, .. ServerFaults.All, .. WaitingRoomFaults.All, .. FailureFaults.All, .. LabFaults.All];
}
