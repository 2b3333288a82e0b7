using System.Text.Json;
using Dugout.Features.Catalog;
using Dugout.Features.Seats;

namespace Dugout.Features.Notices;

/// <summary>Tells all who have seats of a game that it starts at another time, each once a move: the message that it was moved is the notice's turn.</summary>
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
