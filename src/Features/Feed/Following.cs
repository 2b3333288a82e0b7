
namespace Dugout.Features.Feed;

/// <summary>A followed fan or team.</summary>
/// <param name="Kind"><c>fan</c> or <c>team</c>.</param>
/// <param name="FollowedId">The fan's or the team's id.</param>
/// <example>{"kind":"team","followedId":1}</example>
public sealed record Following(string Kind, long FollowedId)
{
    /// <summary>Another account.</summary>
    internal const string Fan = "fan";

    /// <summary>A club of the league.</summary>
    internal const string Team = "team";

    /// <summary>Maximum number per account; the check of <c>feed_readers</c> enforces the same limit.</summary>
    internal const int Most = 100;

    /// <summary>Everything that <c>@accountId</c> follows.</summary>
    internal const string Find = "SELECT kind AS Kind, followed_id AS FollowedId FROM followings WHERE account_id = @accountId";

    /// <summary>Converts a kind in a path to its stored form.</summary>
    /// <returns>The kind; null if the path names no kind.</returns>
    internal static string? KindOf(string path) => path switch
    {
        "fans" => Fan,
        "teams" => Team,
        _ => null,
    };

    /// <summary>The error of an unknown kind.</summary>
    internal static Problem NoSuchKind => Problem.InvalidField("kind", "Give fans or teams.");
}
