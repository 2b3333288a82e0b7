using Dapper;
using Dugout.Features.Shared;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// Whether there is room for more pushes in the outbox. Between the first and the last that wait there are never fewer ids than those that do, and both are found at the ends of an
/// index: only where they are too many is it counted. Kept for a second, so that it costs those who buy next to nothing.
/// </summary>
public sealed class PushRoom(Databases databases, IOptions<PushOptions> options, TimeProvider clock)
{
    private readonly KeptBriefly<OutboxLane, Waiting> _waiting = new(lane => AskAsync(databases, lane, options.Value.MostWaiting), clock);

    /// <summary>Whether one more may wait, or some more.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async ValueTask<bool> HasAsync(CancellationToken cancellation) =>
        (await _waiting.GetAsync(OutboxLane.Pushes, cancellation))!.Count < options.Value.MostWaiting;

    private static async Task<Waiting?> AskAsync(Databases databases, OutboxLane lane, int most)
    {
        const string Span = "SELECT MAX(id) - MIN(id) FROM outbox FORCE INDEX (in_lane) WHERE lane = @Number";
        const string Count = "SELECT COUNT(*) FROM outbox FORCE INDEX (in_lane) WHERE lane = @Number";
        return await databases.AskPrimaryAsync(async primary =>
        {
            var span = await primary.ExecuteScalarAsync<long?>(Span, new { lane.Number }) ?? 0;
            return new Waiting(span < most ? span : await primary.ExecuteScalarAsync<long>(Count, new { lane.Number }));
        }, CancellationToken.None);
    }

    /// <summary>How many wait, at most.</summary>
    private sealed record Waiting(long Count);
}
