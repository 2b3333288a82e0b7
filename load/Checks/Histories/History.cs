namespace Dugout.Load.Checks.Histories;

/// <summary>The requests and responses of a run: one side of every check. The rows are the other side.</summary>
/// <param name="begunAt">The run's begin, UTC by this machine's clock. It relates deadlines to times since the begin.</param>
/// <param name="operations">Every operation, in the order of sending.</param>
/// <param name="accounts">Every account that took part; rows of other accounts do not belong to this run.</param>
/// <param name="holdLosses">When the hold store was made to lose its data.</param>
internal sealed class History(DateTime begunAt, IReadOnlyList<Operation> operations, IReadOnlySet<long> accounts, IReadOnlyList<HoldLoss> holdLosses)
{
    public IReadOnlyList<Operation> Operations => operations;

    public IReadOnlySet<long> Accounts => accounts;

    public IReadOnlyList<HoldLoss> HoldLosses => holdLosses;

    /// <summary>Acknowledged reservations, each once however often it was acknowledged.</summary>
    public IReadOnlyList<Operation> Acknowledged { get; } =
        [.. operations.Where(one => one is { OperationKind: OperationKind.Reserve, IsOk: true }).DistinctBy(one => (one.Reservation, one.Account, one.Key ?? $"#{one.Id}"))];

    /// <summary>Reservations with an unknown outcome, each once however often it was requested. Reservations settled by a repeat with the same key are not
    /// included.</summary>
    public IReadOnlyList<Operation> UnknownSales { get; } =
        [.. operations.Where(one => one is { OperationKind: OperationKind.Reserve, MayBeDone: true }).GroupBy(one => (one.Account, one.Key ?? $"#{one.Id}")).Where(sends => sends.All(one => one.IsUnknown)).Select(sends => sends.First())];

    /// <summary>Every game with an operation.</summary>
    public IReadOnlyList<long> Games { get; } = [.. operations.Select(one => one.Game).Distinct().Order()];

    /// <summary>Converts a wall-clock time to time since the begin.</summary>
    public TimeSpan Since(DateTime moment) => moment - begunAt;
}

/// <summary>A period of the run in which the hold store was emptied or killed: the holds it had may end early.</summary>
internal sealed record HoldLoss(TimeSpan From, TimeSpan To);
