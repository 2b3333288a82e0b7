namespace Dugout.Load.Histories;

/// <summary>What was asked of the shop in a run and what it answered: one side of every check, the rows being the other.</summary>
/// <param name="BegunAt">The run's begin, UTC by this machine's clock: where deadlines and times since the begin meet.</param>
/// <param name="Operations">Every operation, in the order of asking.</param>
/// <param name="Accounts">Every account that took part; rows of other accounts are none of this run's.</param>
/// <param name="LostHolds">When the store of holds was made to lose what it had.</param>
internal sealed record History(
    DateTime BegunAt, IReadOnlyList<Operation> Operations, IReadOnlySet<long> Accounts, IReadOnlyList<HoldsMayBeLost> LostHolds)
{
    /// <summary>Reservations the shop said it made, each once however often it was said.</summary>
    public IReadOnlyList<Operation> Acknowledged { get; } =
        [.. Operations.Where(one => one is { Deed: Deed.Reserve, IsOk: true }).DistinctBy(one => (one.Reservation, one.Account, one.Key ?? $"#{one.Id}"))];

    /// <summary>Reservations that may or may not have been made.</summary>
    public IReadOnlyList<Operation> UnknownSales { get; } = [.. Operations.Where(one => one is { Deed: Deed.Reserve, IsUnknown: true })];

    /// <summary>Every game somebody asked something of.</summary>
    public IReadOnlyList<long> Games { get; } = [.. Operations.Select(one => one.Game).Distinct().Order()];

    /// <summary>A moment by the wall clock as time since the begin.</summary>
    public TimeSpan Since(DateTime moment) => moment - BegunAt;
}

/// <summary>A stretch of the run in which the store of holds was emptied or killed: what it held then may end early.</summary>
internal sealed record HoldsMayBeLost(TimeSpan From, TimeSpan To);
