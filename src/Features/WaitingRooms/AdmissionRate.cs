namespace Dugout.Features.WaitingRooms;

/// <summary>
/// How fast a waiting room admits: slow start, then additive increase and multiplicative decrease, as TCP shares a line of unknown capacity. From the opening on the rate doubles each tick until
/// the shop is busy for the first time. Afterwards it grows by a twentieth of its highest value a tick while the shop copes and the rate is used up; when holds and reservations become slow or
/// fail, when replicas wait for database connections or their processors are used up, it falls by three tenths at once.
/// </summary>
internal static class AdmissionRate
{
    private const double Increase = 0.05;
    private const double Decrease = 0.7;
    private const double MostFailed = 0.01;

    /// <summary>The reason while the shop has not been busy since the opening.</summary>
    private const string Starting = "starting";

    /// <summary>The rate, how many numbers to admit now, and why.</summary>
    /// <param name="Rate">Numbers a second from now on.</param>
    /// <param name="Numbers">Numbers to admit now; a fraction is carried over.</param>
    /// <param name="Reason">The reason, for the operator's panel.</param>
    public sealed record Step(double Rate, double Numbers, string Reason);

    /// <summary>The state of a sale.</summary>
    /// <param name="Elapsed">Time since the last step.</param>
    /// <param name="Carried">The fraction of a number that was carried over.</param>
    /// <param name="Waiting">Tickets that are not admitted.</param>
    /// <param name="Places">How many more fans may be active; 0 if all seats are sold. At most so many numbers are admitted.</param>
    /// <param name="Load">What the replicas measured; null while nothing is known.</param>
    public sealed record Sale(TimeSpan Elapsed, double Carried, int Waiting, int Places, SaleLoad.Report? Load);

    /// <summary>Decides a step.</summary>
    public static Step Next(WaitingRoomRow room, Sale sale, WaitingRoomsOptions limits)
    {
        var rate = (double)room.Rate;
        if (room.State == WaitingRoom.Paused)
            return new(rate, 0, "paused");
        if (room.State == WaitingRoom.Draining)
            return new(room.MaxRate, Numbers(room.MaxRate), "draining");
        if (sale.Load is { } load && BusyReason(load, limits) is { } busy)
            return Admit(Math.Max(room.MinRate, rate * Decrease), busy);
        if (sale.Load is null)
            return Admit(rate, "unknown-load");
        if (sale.Places <= 0)
            return new(rate, 0, "active");
        if (sale.Waiting <= rate)
            return Admit(rate, "steady");
        if (rate >= room.MaxRate)
            return Admit(rate, "highest");
        return room.Reason is "new" or "draw" or Starting
            ? Admit(Math.Min(room.MaxRate, 2 * rate), Starting)
            : Admit(Math.Min(room.MaxRate, rate + (Increase * room.MaxRate)), "faster");

        Step Admit(double next, string reason) => new(next, Math.Min(Numbers(next), Math.Max(0, sale.Places)), reason);

        double Numbers(double aSecond) => Math.Min(sale.Carried + (aSecond * sale.Elapsed.TotalSeconds), sale.Waiting);
    }

    /// <summary>Why the shop is too busy; null if it is not.</summary>
    private static string? BusyReason(SaleLoad.Report load, WaitingRoomsOptions limits) =>
        load.P99 > limits.BusyMilliseconds ? "slow"
        : load.Failed > load.Requests * MostFailed ? "failing"
        : load.PoolWait > limits.BusyPoolWaitMilliseconds ? "pool-wait"
        : load.Cpu > limits.BusyCpuPercent ? "cpu"
        : null;
}
