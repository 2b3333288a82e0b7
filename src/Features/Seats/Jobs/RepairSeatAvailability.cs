using System.Text.Json;

namespace Dugout.Features.Seats;

/// <summary>
/// Writes the primary's current state of changed seats to Redis. Usually the process that sold or freed them has already done so;
/// this covers a process that died or found Redis unavailable. It writes the current state instead of the message's content, so
/// repeated and late messages are safe.
/// </summary>
public sealed class RepairSeatAvailability(SeatAvailability gate) : IOutboxBatchReceiver
{
    /// <inheritdoc/>
    public string Topic => SeatsChanged.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(IReadOnlyList<OutboxMessage> messages, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(messages);
        foreach (var game in messages.Select(message => JsonSerializer.Deserialize<SeatsChanged>(message.Body, JsonSerializerOptions.Web)!).GroupBy(changed => changed.GameId))
        {
            if (!await gate.ReconcileAsync(game.Key, [.. game.SelectMany(changed => changed.Seats).Distinct()], cancellation))
                throw new TimeoutException($"Could not reconcile the seats of game {game.Key}: seats were freed concurrently.");
        }
    }
}
