using System.Text.Json;

namespace Dugout.Features.Seats;

/// <summary>
/// Writes the primary's current state of changed seats to Redis. Usually the process that sold or freed them has already done so;
/// this covers a process that died or found Redis unavailable. It writes the current state instead of the message's content, so
/// repeated and late messages are safe.
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
            throw new TimeoutException($"Could not reconcile the seats of game {changed.GameId}: seats were freed concurrently.");
    }
}
