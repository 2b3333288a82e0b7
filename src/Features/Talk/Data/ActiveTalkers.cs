using Dugout.Features.Accounts;
using Dugout.Features.Rankings;

namespace Dugout.Features.Talk;

/// <summary>Ranks fans by their activity on the talk board that still exists: one point per post, comment and given like.</summary>
public sealed class ActiveTalkers(AccountsQueries people) : IRankingSource
{
    private const string CommitPosition = "written_at >= @from AND written_at < @until";

    private const string Commented = "said.written_at >= @from AND said.written_at < @until";

    private const string Liked = "given.liked_at >= @from AND given.liked_at < @until";

    /// <inheritdoc/>
    public string Ranking => "fans";

    /// <inheritdoc/>
    public string Points => $"""
        SELECT account_id AS thing, COUNT(*) AS points FROM talk_posts WHERE {CommitPosition} GROUP BY account_id
        UNION ALL SELECT said.account_id, COUNT(*) FROM talk_comments said WHERE {Commented} GROUP BY said.account_id
        UNION ALL SELECT given.account_id, COUNT(*) FROM talk_likes given WHERE {Liked} GROUP BY given.account_id
        """;

    /// <summary>Activity on a team's board: posts there, and comments and likes on them.</summary>
    public string PointsByTeam => $"""
        SELECT team_id AS team, account_id AS thing, COUNT(*) AS points FROM talk_posts WHERE {CommitPosition} AND team_id IS NOT NULL GROUP BY team_id, account_id
        UNION ALL SELECT post.team_id, said.account_id, COUNT(*) FROM talk_comments said STRAIGHT_JOIN talk_posts post ON post.id = said.post_id
        WHERE {Commented} AND post.team_id IS NOT NULL GROUP BY post.team_id, said.account_id
        UNION ALL SELECT post.team_id, given.account_id, COUNT(*) FROM talk_likes given STRAIGHT_JOIN talk_posts post ON post.id = given.post_id
        WHERE {Liked} AND post.team_id IS NOT NULL GROUP BY post.team_id, given.account_id
        """;

    /// <inheritdoc/>
    public Task<IReadOnlyDictionary<long, string>> NamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation) =>
        people.NicknamesAsync(ids, cancellation);
}
