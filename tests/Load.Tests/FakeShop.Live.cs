using System.Runtime.CompilerServices;
using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace Dugout.Load.Tests;

/// <summary>The stream of seat changes: a snapshot at the beginning and after each change.</summary>
internal sealed partial class FakeShop
{
    private const int LookMilliseconds = 10;

    /// <summary>Whether open pages receive no sales.</summary>
    public bool HidesSales { get; set; }

    /// <summary>Games with a sale.</summary>
    public IReadOnlyList<long> SoldGames
    {
        get
        {
            lock (_gate) return [.. _sold.Keys.Select(seat => seat.Game).Distinct()];
        }
    }

    private void MapLive() => On("7 live map", "GET", "/api/games/{game}/seat-changes", context =>
        Task.FromResult<IResult>(TypedResults.ServerSentEvents(SnapshotsAsync(Id(context, "game"), context.RequestAborted), "snapshot")));

    private async IAsyncEnumerable<string> SnapshotsAsync(long game, [EnumeratorCancellation] CancellationToken gone)
    {
        for (var last = ""; !gone.IsCancellationRequested; await Task.Delay(LookMilliseconds, CancellationToken.None))
        {
            var now = Snapshot(game);
            if (now != last) yield return now;
            last = now;
        }
    }

    private string Snapshot(long game)
    {
        lock (_gate)
        {
            return JsonSerializer.Serialize(new
            {
                version = "1",
                grades = Grades(game).Select(grade =>
                {
                    var seats = new byte[(Capacity + 3) / 4];
                    for (var number = 1; number <= Capacity; number++)
                        seats[(number - 1) / 4] |= (byte)(StateOf((game, grade, number)) << ((number - 1) % 4 * 2));
                    return new { gradeId = grade, capacity = Capacity, seats };
                }),
            });
        }
    }

    private int StateOf((long Game, long Grade, int Number) seat) =>
        _sold.ContainsKey(seat) ? (HidesSales ? 1 : 2)
        : _holds.Values.Any(hold => hold.Game == seat.Game && hold.Seats.Contains((seat.Grade, seat.Number))) ? 1 : 0;
}
