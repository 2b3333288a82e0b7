using System.Text.Json;
using Dugout.Features.Catalog;
using Dugout.Features.Notices;

namespace Dugout.Features.Seats;

/// <summary>
/// Notifies all accounts with seats of a game that its start has changed, once per change: the id of the outbox message is the notice's turn.
/// </summary>
public sealed class NotifyOfMovedGame(NoticesQueries notices) : IOutboxReceiver
{
    /// <inheritdoc/>
    public string Topic => CatalogQueries.GameMoved.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(message);
        var moved = JsonSerializer.Deserialize<CatalogQueries.GameMoved>(message.Body, JsonSerializerOptions.Web)!;
        await notices.GameMovedAsync(message.Id, SeatsQueries.Holders, new { gameId = moved.GameId, called = moved.Title }, cancellation);
    }
}
