namespace Dugout.Features.Catalog;

/// <summary>The errors of games, teams and seat grades, with their stable codes.</summary>
public static class CatalogProblems
{
    /// <summary>No game has this id.</summary>
    public static readonly Problem NoSuchGame = new(404, "no-such-game", "There is no such game.");

    /// <summary>No team has this id.</summary>
    public static readonly Problem NoSuchTeam = new(404, "no-such-team", "There is no such team.");

    /// <summary>No stadium has this id.</summary>
    public static readonly Problem NoSuchStadium = new(404, "no-such-stadium", "There is no such stadium.");

    /// <summary>No stand has this id.</summary>
    public static readonly Problem NoSuchStand = new(404, "no-such-stand", "There is no such stand.");

    /// <summary>The game has no seat grade of this id.</summary>
    public static readonly Problem NoSuchGrade = new(404, "no-such-grade", "The game has no such seat grade.");

    /// <summary>Another game starts in the stadium at the same time.</summary>
    public static readonly Problem StadiumTaken = new(409, "stadium-taken", "Another game starts in that stadium at that time.");

    /// <summary>Another seat grade of the game has the same name.</summary>
    public static readonly Problem NameTaken = new(409, "name-taken", "Another seat grade of the game has that name.");
}
