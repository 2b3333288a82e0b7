using Dugout.Features.Accounts;
using Dugout.Features.Rankings;

namespace Dugout.Features.Feed;

/// <summary>Ranks fans by their activity in the feed that still exists: one point per post, comment and given like.</summary>
public sealed class ActivePosters(AccountsQueries people) : IRankingSource
{
    private const string Posted = "post.posted_at >= @from AND post.posted_at < @until";

    private const string Commented = "said.commented_at >= @from AND said.commented_at < @until";

    private const string Liked = "given.liked_at >= @from AND given.liked_at < @until";

    /// <inheritdoc/>
    public string Ranking => "fans";

    /// <inheritdoc/>
    public string Points => $"""
        SELECT post.account_id AS thing, COUNT(*) AS points FROM posts post WHERE {Posted} GROUP BY post.account_id
        UNION ALL SELECT said.account_id, COUNT(*) FROM post_comments said WHERE {Commented} GROUP BY said.account_id
        UNION ALL SELECT given.account_id, COUNT(*) FROM post_likes given WHERE {Liked} GROUP BY given.account_id
        """;

    /// <summary>Activity per team: posts about the team, and comments and likes on such posts.</summary>
    public string PointsByTeam => $"""
        SELECT about.team_id AS team, post.account_id AS thing, COUNT(*) AS points FROM posts post STRAIGHT_JOIN post_teams about ON about.post_id = post.id
        WHERE {Posted} GROUP BY about.team_id, post.account_id
        UNION ALL SELECT about.team_id, said.account_id, COUNT(*) FROM post_comments said STRAIGHT_JOIN post_teams about ON about.post_id = said.post_id
        WHERE {Commented} GROUP BY about.team_id, said.account_id
        UNION ALL SELECT about.team_id, given.account_id, COUNT(*) FROM post_likes given STRAIGHT_JOIN post_teams about ON about.post_id = given.post_id
        WHERE {Liked} GROUP BY about.team_id, given.account_id
        """;

    /// <inheritdoc/>
    public Task<IReadOnlyDictionary<long, string>> NamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation) =>
        people.NicknamesAsync(ids, cancellation);
}
