using System.Globalization;
using Dugout.Features.Catalog;
using Dugout.Features.Products;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Recommendations;

/// <summary>
/// The five newest picks of operators and the five most recently finished series of the season, or fewer. Anonymous access. Read
/// from a replica and cached: a changed pick is visible immediately; a newly finished series appears when the cached response
/// expires. Returns 200.
/// </summary>
public static class ShowRecommendations
{
    /// <summary>The tag to invalidate when picks change.</summary>
    internal const string Tag = "recommendations";

    /// <summary>Maximum number of picks and of series.</summary>
    private const int Most = 5;

    private static readonly CacheKey Key = new("recommendations", Tag);

    /// <summary>The response.</summary>
    /// <param name="Picks">Picks, newest first.</param>
    /// <param name="Series">Finished series, most recently finished first.</param>
    public sealed record Recommended(IReadOnlyList<PickItem> Picks, IReadOnlyList<SeriesItem> Series) : IMayBeEmpty
    {
        bool IMayBeEmpty.IsEmpty => Picks.Count + Series.Count == 0;
    }

    /// <summary>A pick.</summary>
    /// <param name="PickId">Its id.</param>
    /// <param name="GameId">The game; null for a product.</param>
    /// <param name="ProductId">The product; null for a game.</param>
    /// <param name="Name">Its name.</param>
    /// <param name="Note">The operator's note.</param>
    /// <param name="Picture">Path of its picture; null if it has none.</param>
    /// <example>{"pickId":5,"gameId":3,"productId":null,"name":"두산 베어스 vs LG 트윈스","note":"개막전, 놓치지 마세요.","picture":null}</example>
    public sealed record PickItem(long PickId, long? GameId, long? ProductId, string Name, string Note, string? Picture);

    /// <summary>A finished series: all games of two teams in the season.</summary>
    /// <param name="OneTeamId">The team with the lower id.</param>
    /// <param name="OtherTeamId">The team with the higher id.</param>
    /// <param name="Title">Its title.</param>
    /// <param name="Games">Number of games.</param>
    /// <param name="EndedAt">Start of its last game, UTC.</param>
    /// <example>{"oneTeamId":1,"otherTeamId":2,"title":"LG 트윈스 vs 두산 베어스","games":16,"endedAt":"2027-09-12T08:00:00Z"}</example>
    public sealed record SeriesItem(long OneTeamId, long OtherTeamId, string Title, long Games, DateTime EndedAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Recommended>, Problem>> Handle(
        ConsistencyToken seen, ResponseCache cache, CatalogQueries catalog, ProductsQueries products, TimeProvider clock, CancellationToken cancellation)
    {
        var found = await cache.GetAsync(Key, seen, (database, ask) => FindAsync(database, catalog, products, clock, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<Recommended>> FindAsync(
        ReadContext database, CatalogQueries catalog, ProductsQueries products, TimeProvider clock, CancellationToken cancellation)
    {
        var picks = await (from pick in database.Set<PickRow>()
                           join picture in database.Set<PickPictureRow>() on pick.Id equals picture.PickId into pictures
                           from picture in pictures.DefaultIfEmpty()
                           orderby pick.Id descending
                           select new Row(pick.Id, pick.GameId, pick.ProductId, pick.Note, picture.Type)).Take(Most).ToListAsync(cancellation);
        var series = await SeriesQueries.FinishedAsync(database.Database.GetDbConnection(), clock.GetUtcNow().UtcDateTime, Most, cancellation);
        var titles = await NamesAsync(picks.Select(pick => pick.GameId), ids => catalog.TitlesAsync(ids, cancellation));
        var goods = await NamesAsync(picks.Select(pick => pick.ProductId), async ids =>
            (await products.FindAsync(ids, cancellation)).ToDictionary(one => one.Key, one => one.Value.Name));
        return new Recommended(
            [.. picks.Select(pick => new PickItem(
                pick.PickId, pick.GameId, pick.ProductId,
                (pick.GameId is { } game ? titles.GetValueOrDefault(game) : goods.GetValueOrDefault(pick.ProductId!.Value)) ?? "", pick.Note, PictureOf(pick)))],
            [.. series.Select(one => new SeriesItem(one.OneId, one.OtherId, $"{one.OneName} vs {one.OtherName}", one.Games, one.EndedAt))]);
    }

    /// <summary>The names of the given ids; sends no query for an empty list.</summary>
    private static async Task<IReadOnlyDictionary<long, string>> NamesAsync(
        IEnumerable<long?> wanted, Func<IReadOnlyCollection<long>, Task<IReadOnlyDictionary<long, string>>> find)
    {
        long[] ids = [.. wanted.OfType<long>()];
        return ids.Length == 0 ? new Dictionary<long, string>() : await find(ids);
    }

    private static string? PictureOf(Row pick) =>
        pick.PictureType is null ? null : string.Create(CultureInfo.InvariantCulture, $"/api/recommendations/picks/{pick.PickId}/picture");

    private sealed record Row(long PickId, long? GameId, long? ProductId, string Note, string? PictureType);
}
