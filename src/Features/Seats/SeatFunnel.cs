using System.Diagnostics.Metrics;

namespace Dugout.Features.Seats;

/// <summary>
/// How far fans come with this process, as the metrics <c>dugout.holds</c> and <c>dugout.reservations</c>. Why the others don't, <c>dugout.refusals</c> says by code.
/// </summary>
public sealed class SeatFunnel
{
    private readonly Counter<long> _holds;
    private readonly Counter<long> _reservations;

    /// <summary>Begins at nought.</summary>
    public SeatFunnel(IMeterFactory meters)
    {
        ArgumentNullException.ThrowIfNull(meters);
        var meter = meters.Create("Dugout");
        _holds = meter.CreateCounter<long>("dugout.holds", "{hold}", "Holds placed.");
        _reservations = meter.CreateCounter<long>("dugout.reservations", "{reservation}", "Holds turned into reservations, each once.");
    }

    /// <summary>A hold stands.</summary>
    public void Held() => _holds.Add(1);

    /// <summary>A hold has become a reservation.</summary>
    public void Reserved() => _reservations.Add(1);
}
