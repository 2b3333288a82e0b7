using System.Collections.Concurrent;
using System.Text.Json;
using Dugout.Features.Catalog;
using Dugout.Features.Seats;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Watch;

/// <summary>Looks at games, each at most twice a second, however many watch it: they share what is seen. Kept for every game that was ever watched.</summary>
internal sealed class SharedSnapshots(CatalogQueries catalog, SeatsQueries seats, TimeProvider clock, IOptions<JsonOptions> json)
{
    private static readonly TimeSpan Shared = TimeSpan.FromMilliseconds(500);

    private readonly ConcurrentDictionary<long, Look> _kept = new();
    private readonly SingleFlight<long, FinishedBody?> _looking = new();

    /// <summary>A <see cref="WatchGame.WatchedGame"/> in JSON; null where there is no such game.</summary>
    public async ValueTask<FinishedBody?> AtAsync(long gameId, CancellationToken cancellation) =>
        _kept.TryGetValue(gameId, out var look) && clock.GetElapsedTime(look.Since) < Shared
            ? look.Body
            : await _looking.RunAsync(gameId, PollAsync, cancellation);

    private async Task<FinishedBody?> PollAsync(long gameId)
    {
        var since = clock.GetTimestamp();
        if (await catalog.SaleTermsAsync(gameId, CancellationToken.None) is not { } terms)
            return null;

        // Held first, claimed second: a hold ends only after its seats are sold, so no seat slips between the two looks.
        var held = await Task.WhenAll(terms.Grades.Select(grade => seats.HeldAsync(gameId, grade.GradeId, CancellationToken.None)));
        var claimed = (await seats.ClaimedAsync(gameId, CancellationToken.None)).ToLookup(seat => seat.GradeId);
        var grades = terms.Grades.Zip(held, (grade, numbers) => SeatStatuses.Of(grade, [.. claimed[grade.GradeId]], numbers ?? [])).ToList();
        var game = new WatchGame.WatchedGame(
            gameId, KnowsHolds: held.All(numbers => numbers is not null), grades.Sum(grade => grade.Sold), grades.Sum(grade => grade.Held),
            grades.Sum(grade => grade.Blocked), grades.Sum(grade => grade.Remaining), grades.Sum(grade => grade.SoldTwice), grades);
        var body = new FinishedBody(JsonSerializer.SerializeToUtf8Bytes(game, json.Value.SerializerOptions));
        _kept[gameId] = new(body, since);
        return body;
    }

    /// <summary>What was seen, and a moment before it.</summary>
    private sealed record Look(FinishedBody Body, long Since);
}
