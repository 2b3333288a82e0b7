using System.Collections.Concurrent;
using Dugout.Load.Client;

namespace Dugout.Load.Checks;

/// <summary>A page of each watched game that stays open for a whole run, and the check of what it shows.</summary>
internal sealed class WatchedGames : IAsyncDisposable
{
    /// <summary>The rule that is checked.</summary>
    public const string Sentence = "What an open page shows of a game's sold and blocked seats ends equal to the rows";

    /// <summary>A replica reads all seats again within this time, in case a change was missed.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15);

    private readonly ConcurrentDictionary<long, Task<LiveSeats?>> _pages = new();

    /// <summary>Opens a page of a game, unless there is one. A replica that is stopped ends it; then the game is not checked.</summary>
    public Task WatchAsync(ShopClient shop, long game) => _pages.GetOrAdd(game, async id => (await shop.LiveSeatsAsync(id)).Body);

    /// <summary>Compares every page with the rows.</summary>
    /// <param name="records">The rows.</param>
    /// <param name="patience">How long a page may be behind; null for longer than the interval at which a replica reads all seats again.</param>
    /// <returns>The finding; null if no page was open.</returns>
    public async Task<Finding?> CheckAsync(ISaleRecords records, TimeSpan? patience = null)
    {
        List<string> differences = [];
        foreach (var (game, opened) in _pages)
        {
            if (await opened is not { } page)
            {
                differences.Add($"game {game}: its stream could not be opened");
                continue;
            }

            var claims = await records.ClaimsAsync(game);
            var sold = claims.Where(claim => claim.Reservation is not null).Select(claim => new Seat(claim.Grade, claim.Number)).ToHashSet();
            var blocked = claims.Where(claim => claim.Reservation is null).Select(claim => new Seat(claim.Grade, claim.Number)).ToHashSet();
            if (!await page.WaitAsync(shown => sold.SetEquals(shown.Of(LiveSeat.Sold)) && blocked.SetEquals(shown.Of(LiveSeat.Blocked)), patience ?? Patience))
                differences.Add($"game {game}: shown as sold {Difference(page.Of(LiveSeat.Sold), sold)}, as blocked {Difference(page.Of(LiveSeat.Blocked), blocked)}");
        }

        return _pages.IsEmpty ? null : new(Sentence, differences);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var page in _pages.Values)
        {
            if (await page is { } open) await open.DisposeAsync();
        }
    }

    private static string Difference(IReadOnlyCollection<Seat> shown, HashSet<Seat> rows)
    {
        var (more, fewer) = (shown.Except(rows).ToList(), rows.Except(shown).ToList());
        return more.Count + fewer.Count == 0 ? "correctly" : $"but not in the rows [{InWords(more)}], in the rows but not shown [{InWords(fewer)}]";
    }

    private static string InWords(IEnumerable<Seat> seats) => string.Join(", ", seats.Take(10).Select(seat => $"{seat.GradeId}/{seat.Number}"));
}
