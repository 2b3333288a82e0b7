using System.Text.Json;
using Dugout.Features.Catalog;
using Dugout.Features.Seats;

namespace Dugout.Features.Notices;

/// <summary>
/// Notifies all accounts with seats of a game that its start has changed, once per change: the id of the outbox message is the notice's turn.
/// </summary>
public sealed class NotifyOfMovedGame(NotifyMany tell) : IOutboxReceiver
{
    /// <inheritdoc/>
    public string Topic => CatalogQueries.GameMoved.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(message);
        var moved = JsonSerializer.Deserialize<CatalogQueries.GameMoved>(message.Body, JsonSerializerOptions.Web)!;
        await tell.PublishAsync(NoticeKinds.GameMoved, message.Id, SeatsQueries.Holders, new { gameId = moved.GameId, called = moved.Title }, cancellation);
    }
}
