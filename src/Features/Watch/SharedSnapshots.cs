using System.Collections.Concurrent;
using System.Text.Json;
using Dugout.Features.Catalog;
using Dugout.Features.Seats;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Watch;

/// <summary>Snapshots of games, each read at most twice a second and shared by all watchers. Every game ever watched stays cached.</summary>
internal sealed class SharedSnapshots(CatalogQueries catalog, SeatsQueries seats, TimeProvider clock, IOptions<JsonOptions> json)
{
    private static readonly TimeSpan Shared = TimeSpan.FromMilliseconds(500);

    private readonly ConcurrentDictionary<long, Look> _kept = new();
    private readonly SingleFlight<long, FinishedBody?> _looking = new();

    /// <summary>A <see cref="WatchGame.WatchedGame"/> in JSON; null if there is no such game.</summary>
    public async ValueTask<FinishedBody?> AtAsync(long gameId, CancellationToken cancellation) =>
        _kept.TryGetValue(gameId, out var look) && clock.GetElapsedTime(look.Since) < Shared
            ? look.Body
            : await _looking.RunAsync(gameId, PollAsync, cancellation);

    private async Task<FinishedBody?> PollAsync(long gameId)
    {
        var since = clock.GetTimestamp();
        if (await catalog.SaleTermsAsync(gameId, CancellationToken.None) is not { } terms)
            return null;

        // Read held seats first and claims second: a hold ends only after its seats are sold, so no seat is missed between the
        // two reads.
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

    /// <summary>A snapshot, and a time just before it was read.</summary>
    private sealed record Look(FinishedBody Body, long Since);
}
