using System.Globalization;

namespace Dugout.Features.Catalog;

/// <summary>Cache keys of the catalogue's responses and the tags that invalidate them. The gateway caches them, too: they are the same for everybody.</summary>
internal static class CatalogResponses
{
    private const string TeamsTag = "teams";
    private const string GamesTag = "games";

    /// <summary>All teams. Never invalidated.</summary>
    public static readonly CacheKey Teams = new("teams", TeamsTag) { SharedAddress = "/api/teams" };

    /// <summary>The games of a whole month, optionally of one team or stadium.</summary>
    public static CacheKey Games(DateTime month, long? teamId, long? stadiumId) => new("games", GamesTag, month.ToString("yyyy-MM", null), teamId, stadiumId)
    {
        SharedAddress = string.Create(CultureInfo.InvariantCulture, $"/api/games?month={month:yyyy-MM}{Filter("stadiumId", stadiumId)}{Filter("teamId", teamId)}"),
    };

    /// <summary>One game.</summary>
    public static CacheKey Game(long gameId) => new("game", TagOf(gameId), gameId) { SharedAddress = string.Create(CultureInfo.InvariantCulture, $"/api/games/{gameId}") };

    /// <summary>One seat grade.</summary>
    public static CacheKey Grade(long gameId, long gradeId) => new("grade", TagOf(gameId), gameId, gradeId)
    {
        SharedAddress = string.Create(CultureInfo.InvariantCulture, $"/api/games/{gameId}/grades/{gradeId}"),
    };

    /// <summary>The tags to invalidate after a game was created or changed.</summary>
    public static IReadOnlyList<string> OfGame(long gameId) => [GamesTag, TagOf(gameId)];

    /// <summary>The tags to invalidate after a grade of a game was changed.</summary>
    public static IReadOnlyList<string> OfGradesOf(long gameId) => [TagOf(gameId)];

    private static string Filter(string name, long? id) => id is null ? "" : string.Create(CultureInfo.InvariantCulture, $"&{name}={id}");

    private static string TagOf(long gameId) => $"game:{gameId}";
}
