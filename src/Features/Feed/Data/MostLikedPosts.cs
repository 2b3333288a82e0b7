using Dugout.Features.Rankings;
using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>Ranks posts by their existing likes, at any age of the post. The name of a post is the beginning of its text.</summary>
public sealed class MostLikedPosts(Reads reads) : IRankingSource
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
    public async Task<IReadOnlyDictionary<long, string>> NamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation) => await reads.QueryPrimaryAsync(
        database => database.Set<PostRow>().Where(post => ids.Contains(post.Id))
            .Select(post => new { post.Id, Name = post.Text.Substring(0, 40) })
            .ToDictionaryAsync(post => post.Id, post => post.Name, CancellationToken.None),
        cancellation);
}
