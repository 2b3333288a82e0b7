using System.Text.Json;

namespace Dugout.Features.Seats;

/// <summary>
/// Tells Redis what the primary says of seats that changed hands. Mostly it knows: the process that sold or freed them told
/// it. This is for the one that died in between, or found Redis away. It writes what is so now, not what the message says,
/// so it may be told twice, and late.
/// </summary>
public sealed class RepairSeatAvailability(SeatAvailability gate) : IOutboxReceiver
{
    /// <inheritdoc/>
    public string Topic => SeatsChanged.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(message);
        var changed = JsonSerializer.Deserialize<SeatsChanged>(message.Body, JsonSerializerOptions.Web)!;
        if (!await gate.ReconcileAsync(changed.GameId, changed.Seats, cancellation))
            throw new TimeoutException($"Seats of game {changed.GameId} were freed all the while.");
    }
}
