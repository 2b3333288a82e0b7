using Dugout.Features.Rankings;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>Ranks posts by their existing likes, at any age of the post. The name of a post is the beginning of its text.</summary>
public sealed class MostLikedPosts(Databases databases) : IRankingSource
{
    private const string InTime = "WHERE given.liked_at >= @from AND given.liked_at < @until";

    /// <inheritdoc/>
    public string Ranking => "posts";

    /// <inheritdoc/>
    public string Points => $"SELECT given.post_id AS thing, COUNT(*) AS points FROM post_likes given {InTime} GROUP BY given.post_id";

    /// <summary>Each like counts for every team the post is about.</summary>
    public string PointsByTeam => $"""
        SELECT about.team_id AS team, given.post_id AS thing, COUNT(*) AS points
        FROM post_likes given STRAIGHT_JOIN post_teams about ON about.post_id = given.post_id
        {InTime} GROUP BY about.team_id, given.post_id
        """;

    /// <inheritdoc/>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<IReadOnlyDictionary<long, string>> NamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation)
    {
        var found = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<(long Id, string Name)>(new("SELECT id, LEFT(text, 40) FROM posts WHERE id IN @ids", new { ids }, cancellationToken: cancellation)), cancellation);
        return found.ToDictionary(post => post.Id, post => post.Name);
    }
}
