namespace Dugout.Features.WaitingRooms;

/// <summary>
/// How fast a waiting room admits: additive increase, multiplicative decrease, as TCP shares a line of unknown capacity. While the shop copes and the rate is used up, it grows by a
/// twentieth of its highest value a tick; when holds and reservations become slow or fail, it falls by three tenths at once.
/// </summary>
internal static class AdmissionRate
{
    private const double Increase = 0.05;
    private const double Decrease = 0.7;
    private const double MostFailed = 0.01;

    /// <summary>The rate, how many numbers to admit now, and why.</summary>
    /// <param name="Rate">Numbers a second from now on.</param>
    /// <param name="Numbers">Numbers to admit now; a fraction is carried over.</param>
    /// <param name="Reason">The reason, for the operator's panel.</param>
    public sealed record Step(double Rate, double Numbers, string Reason);

    /// <summary>The state of a sale.</summary>
    /// <param name="Elapsed">Time since the last step.</param>
    /// <param name="Carried">The fraction of a number that was carried over.</param>
    /// <param name="Waiting">Tickets that are not admitted.</param>
    /// <param name="Places">Passes that may still be given out, and seats that they could buy: at most so many numbers are admitted.</param>
    /// <param name="Load">What the replicas measured; null while nothing is known.</param>
    public sealed record Sale(TimeSpan Elapsed, double Carried, int Waiting, int Places, SaleLoad.Report? Load);

    /// <summary>Decides a step.</summary>
    public static Step Next(WaitingRoomRow room, Sale sale, int busyMilliseconds)
    {
        var rate = (double)room.Rate;
        if (room.State == WaitingRoom.Paused)
            return new(rate, 0, "paused");
        if (room.State == WaitingRoom.Draining)
            return new(room.MaxRate, Numbers(room.MaxRate), "draining");
        if (sale.Load is { } load && (load.P99 > busyMilliseconds || load.Failed > load.Requests * MostFailed))
            return Admit(Math.Max(room.MinRate, rate * Decrease), load.P99 > busyMilliseconds ? "slow" : "failing");
        if (sale.Load is null)
            return Admit(rate, "unknown-load");
        if (sale.Places <= 0)
            return new(rate, 0, "passes");
        return sale.Waiting > rate
            ? Admit(Math.Min(room.MaxRate, rate + (Increase * room.MaxRate)), rate >= room.MaxRate ? "highest" : "faster")
            : Admit(rate, "steady");

        Step Admit(double next, string reason) => new(next, Math.Min(Numbers(next), Math.Max(0, sale.Places)), reason);

        double Numbers(double aSecond) => Math.Min(sale.Carried + (aSecond * sale.Elapsed.TotalSeconds), sale.Waiting);
    }
}
