using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Globalization;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Catalog;

/// <summary>
/// The games of a month ordered by start, optionally of one team or stadium. Anonymous access. Read from a replica. Without
/// <c>limit</c> the whole month. Returns 200. Errors: 400 <c>invalid</c> for an invalid month, limit or cursor.
/// </summary>
public static class ListGames
{
    /// <summary>One game.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="Title">Its title, by default both teams' names.</param>
    /// <param name="HomeTeam">The home team.</param>
    /// <param name="AwayTeam">The away team.</param>
    /// <param name="Stadium">The stadium.</param>
    /// <param name="StartsAt">First pitch, UTC.</param>
    /// <param name="SaleOpensAt">Start of the sale, UTC, inclusive.</param>
    /// <param name="SaleClosesAt">End of the sale, UTC, exclusive.</param>
    /// <example>{"id":3,"title":"두산 베어스 vs LG 트윈스","homeTeam":{"id":1,"name":"LG 트윈스"},"awayTeam":{"id":2,"name":"두산 베어스"},"stadium":{"id":1,"name":"잠실야구장"},"startsAt":"2027-04-01T09:30:00Z","saleOpensAt":"2026-11-01T00:00:00Z","saleClosesAt":"2027-04-01T09:30:00Z"}</example>
    public sealed record GameItem(
        long Id, string Title, Named HomeTeam, Named AwayTeam, Named Stadium,
        DateTime StartsAt, DateTime SaleOpensAt, DateTime SaleClosesAt);

    private const int FirstYear = 2000;
    private const int LastYear = 2100;

    /// <summary>Months are Korean months: they begin nine hours before those of UTC.</summary>
    private static readonly TimeSpan KoreanOffset = TimeSpan.FromHours(9);

    /// <summary>Handles the request. Whole months are cached; pages are not, because their number is unbounded.</summary>
    public static async Task<Results<CachedResponse<Page<GameItem>>, Problem>> Handle(
        [Description("The month of the first pitch in Korean time, such as `2027-04`."), RegularExpression(@"^(20\d\d|2100)-(0[1-9]|1[0-2])$")] string month,
        [Description("Only games of this team, at home or away.")] long? teamId,
        [Description("Only games in this stadium.")] long? stadiumId,
        string? after,
        [Description("Maximum number of games in the page; omitted for all games of the month."), Limit] int? limit,
        ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (!DateTime.TryParseExact(month, "yyyy-MM", CultureInfo.InvariantCulture, DateTimeStyles.None, out var first) || first.Year is < FirstYear or > LastYear)
            return Problem.InvalidField("month", "Give a month such as 2027-04.");
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var key = limit is null && after is null ? CatalogResponses.Games(first, teamId, stadiumId) : null;
        var games = await cache.GetAsync(key, seen, (database, ask) => ListAsync(Games(database, first, teamId, stadiumId, from), limit, ask), cancellation);
        return games.Value is { } answer ? answer : games.Problem!;
    }

    private static async Task<Result<Page<GameItem>>> ListAsync(IQueryable<Game> found, int? limit, CancellationToken cancellation)
    {
        var games = await found
            .Select(game => new GameItem(
                game.Id, game.Title,
                new Named(game.HomeTeam.Id, game.HomeTeam.Name), new Named(game.AwayTeam.Id, game.AwayTeam.Name),
                new Named(game.Stadium.Id, game.Stadium.Name),
                game.StartsAt, game.SaleOpensAt, game.SaleClosesAt))
            .Take(limit + 1 ?? int.MaxValue)
            .ToListAsync(cancellation);
        return Page.Of(games, limit, game => Cursor.At(game.StartsAt, game.Id));
    }

    private static IQueryable<Game> Games(
        ReadContext database, DateTime firstDay, long? teamId, long? stadiumId, Cursor? after)
    {
        var begin = firstDay - KoreanOffset;
        var end = firstDay.AddMonths(1) - KoreanOffset;
        var games = database.Set<Game>().Where(game => game.StartsAt >= begin && game.StartsAt < end);
        if (teamId is not null)
            games = games.Where(game => game.HomeTeamId == teamId || game.AwayTeamId == teamId);
        if (stadiumId is not null)
            games = games.Where(game => game.StadiumId == stadiumId);
        if (after is { } last)
        {
            var (start, id) = (last.Time, last.Id);
            games = games.Where(game => game.StartsAt > start || (game.StartsAt == start && game.Id > id));
        }

        return games.OrderBy(game => game.StartsAt).ThenBy(game => game.Id);
    }
}
