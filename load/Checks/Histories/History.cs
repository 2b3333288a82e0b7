namespace Dugout.Load.Checks.Histories;

/// <summary>What was asked of the shop in a run and what it answered: one side of every check, the rows being the other.</summary>
/// <param name="begunAt">The run's begin, UTC by this machine's clock: where deadlines and times since the begin meet.</param>
/// <param name="operations">Every operation, in the order of asking.</param>
/// <param name="accounts">Every account that took part; rows of other accounts are none of this run's.</param>
/// <param name="lostHolds">When the store of holds was made to lose what it had.</param>
internal sealed class History(DateTime begunAt, IReadOnlyList<Operation> operations, IReadOnlySet<long> accounts, IReadOnlyList<HoldsMayBeLost> lostHolds)
{
    public IReadOnlyList<Operation> Operations => operations;

    public IReadOnlySet<long> Accounts => accounts;

    public IReadOnlyList<HoldsMayBeLost> LostHolds => lostHolds;

    /// <summary>Reservations the shop said it made, each once however often it was said.</summary>
    public IReadOnlyList<Operation> Acknowledged { get; } =
        [.. operations.Where(one => one is { OperationKind: OperationKind.Reserve, IsOk: true }).DistinctBy(one => (one.Reservation, one.Account, one.Key ?? $"#{one.Id}"))];

    /// <summary>Reservations that may or may not have been made, each once however often it was asked for; what a repeat with the same key cleared up is none.</summary>
    public IReadOnlyList<Operation> UnknownSales { get; } =
        [.. operations.Where(one => one is { OperationKind: OperationKind.Reserve, MayBeDone: true }).GroupBy(one => (one.Account, one.Key ?? $"#{one.Id}")).Where(sends => sends.All(one => one.IsUnknown)).Select(sends => sends.First())];

    /// <summary>Every game somebody asked something of.</summary>
    public IReadOnlyList<long> Games { get; } = [.. operations.Select(one => one.Game).Distinct().Order()];

    /// <summary>A moment by the wall clock as time since the begin.</summary>
    public TimeSpan Since(DateTime moment) => moment - begunAt;
}

/// <summary>A stretch of the run in which the store of holds was emptied or killed: what it held then may end early.</summary>
internal sealed record HoldsMayBeLost(TimeSpan From, TimeSpan To);
