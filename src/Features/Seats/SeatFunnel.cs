using System.Diagnostics.Metrics;

namespace Dugout.Features.Seats;

/// <summary>
/// Counts successful holds and reservations of this process as the metrics <c>dugout.holds</c> and <c>dugout.reservations</c>. The metric <c>dugout.errors</c>
/// counts failures by error code.
/// </summary>
public sealed class SeatFunnel
{
    private readonly Counter<long> _holds;
    private readonly Counter<long> _reservations;

    /// <summary>Creates the counters at zero.</summary>
    public SeatFunnel(IMeterFactory meters)
    {
        ArgumentNullException.ThrowIfNull(meters);
        var meter = meters.Create("Dugout");
        _holds = meter.CreateCounter<long>("dugout.holds", "{hold}", "Holds placed.");
        _reservations = meter.CreateCounter<long>("dugout.reservations", "{reservation}", "Holds converted into reservations, each counted once.");
    }

    /// <summary>Counts a hold.</summary>
    public void Held() => _holds.Add(1);

    /// <summary>Counts a reservation.</summary>
    public void Reserved() => _reservations.Add(1);
}
