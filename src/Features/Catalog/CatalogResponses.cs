
namespace Dugout.Features.Catalog;

/// <summary>Under which keys the catalogue's answers are kept, and what evicts them.</summary>
internal static class CatalogResponses
{
    private const string TeamsTag = "teams";
    private const string GamesTag = "games";

    /// <summary>All teams. Nothing changes them.</summary>
    public static readonly CacheKey Teams = new("teams", TeamsTag);

    /// <summary>The games of a whole month, perhaps of one team or stadium.</summary>
    public static CacheKey Games(DateTime month, long? teamId, long? stadiumId) => new("games", GamesTag, month.ToString("yyyy-MM", null), teamId, stadiumId);

    /// <summary>One game.</summary>
    public static CacheKey Game(long gameId) => new("game", TagOf(gameId), gameId);

    /// <summary>One seat grade.</summary>
    public static CacheKey Grade(long gameId, long gradeId) => new("grade", TagOf(gameId), gameId, gradeId);

    /// <summary>What is out of date when a game was made or changed.</summary>
    public static IReadOnlyList<string> OfGame(long gameId) => [GamesTag, TagOf(gameId)];

    /// <summary>What is out of date when a grade of a game was changed.</summary>
    public static IReadOnlyList<string> OfGradesOf(long gameId) => [TagOf(gameId)];

    private static string TagOf(long gameId) => $"game:{gameId}";
}
