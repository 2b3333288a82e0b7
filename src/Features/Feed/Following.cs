
namespace Dugout.Features.Feed;

/// <summary>Whom somebody follows.</summary>
/// <param name="Kind"><c>fan</c> or <c>team</c>.</param>
/// <param name="FollowedId">The fan's or the team's id.</param>
public sealed record Following(string Kind, long FollowedId)
{
    /// <summary>Somebody with an account.</summary>
    internal const string Fan = "fan";

    /// <summary>A club of the league.</summary>
    internal const string Team = "team";

    /// <summary>Most that one account may follow; the check of <c>feed_readers</c> says so, too.</summary>
    internal const int Most = 100;

    /// <summary>All that <c>@accountId</c> follows.</summary>
    internal const string Find = "SELECT kind AS Kind, followed_id AS FollowedId FROM followings WHERE account_id = @accountId";

    /// <summary>What a path calls a kind, and what it means.</summary>
    /// <returns>The kind; null where the path says something else.</returns>
    internal static string? KindOf(string path) => path switch
    {
        "fans" => Fan,
        "teams" => Team,
        _ => null,
    };

    /// <summary>The refusal of a kind there isn't.</summary>
    internal static Problem NoSuchKind => Problem.InvalidField("kind", "Give fans or teams.");
}
