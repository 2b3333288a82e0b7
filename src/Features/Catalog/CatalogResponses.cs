
namespace Dugout.Features.Catalog;

/// <summary>Cache keys of the catalogue's responses and the tags that invalidate them.</summary>
internal static class CatalogResponses
{
    private const string TeamsTag = "teams";
    private const string GamesTag = "games";

    /// <summary>All teams. Never invalidated.</summary>
    public static readonly CacheKey Teams = new("teams", TeamsTag);

    /// <summary>The games of a whole month, optionally of one team or stadium.</summary>
    public static CacheKey Games(DateTime month, long? teamId, long? stadiumId) => new("games", GamesTag, month.ToString("yyyy-MM", null), teamId, stadiumId);

    /// <summary>One game.</summary>
    public static CacheKey Game(long gameId) => new("game", TagOf(gameId), gameId);

    /// <summary>One seat grade.</summary>
    public static CacheKey Grade(long gameId, long gradeId) => new("grade", TagOf(gameId), gameId, gradeId);

    /// <summary>The tags to invalidate after a game was created or changed.</summary>
    public static IReadOnlyList<string> OfGame(long gameId) => [GamesTag, TagOf(gameId)];

    /// <summary>The tags to invalidate after a grade of a game was changed.</summary>
    public static IReadOnlyList<string> OfGradesOf(long gameId) => [TagOf(gameId)];

    private static string TagOf(long gameId) => $"game:{gameId}";
}
