using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Removes a post as a moderator, with its comments and likes. Operators only; the record of the act stores its content. Returns
/// 204. Errors: 404 <c>no-such-post</c>.
/// </summary>
public static class RemovePost
{
    private const string Find = "SELECT id AS PostId, account_id AS AuthorId, title AS Title, body AS Body FROM talk_posts WHERE id = @postId FOR UPDATE";

    /// <summary>A post in the record of operator acts.</summary>
    public sealed class ModeratedPost
    {
        /// <summary>The post.</summary>
        public long PostId { get; init; }

        /// <summary>The author's account.</summary>
        public long AuthorId { get; init; }

        /// <summary>Its title; null after the removal.</summary>
        public string? Title { get; init; }

        /// <summary>Its body; null after the removal.</summary>
        public string? Body { get; init; }
    }

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long postId, CurrentAccount account, OperatorActs acts, CancellationToken cancellation)
    {
        var removed = await acts.DoAsync(account, "remove-talk-post", connection => RemoveAsync(connection, postId), _ => null, cancellation);
        return removed.Value is not null ? TypedResults.NoContent() : removed.Problem!;
    }

    private static async Task<Result<OperatorAct<ModeratedPost>>> RemoveAsync(LeasedConnection connection, long postId)
    {
        if (await connection.QuerySingleOrDefaultAsync<ModeratedPost>(Find, new { postId }) is not { } before)
            return TalkProblems.NoSuchPost;
        await connection.ExecuteAsync("DELETE FROM talk_posts WHERE id = @postId", new { postId });
        return new OperatorAct<ModeratedPost>(GameId: null, before, new() { PostId = postId, AuthorId = before.AuthorId }, Message: null);
    }
}
