using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Takes somebody's post off the board, with its comments and likes. For operators, as moderators: the record of the act keeps what it said. Refused with 404
/// <c>no-such-post</c>. Otherwise 204.
/// </summary>
public static class RemovePost
{
    private const string Find = "SELECT id AS PostId, account_id AS AuthorId, title AS Title, body AS Body FROM talk_posts WHERE id = @postId FOR UPDATE";

    /// <summary>A post as the record of acts has it.</summary>
    public sealed class ModeratedPost
    {
        /// <summary>The post.</summary>
        public long PostId { get; init; }

        /// <summary>Its author.</summary>
        public long AuthorId { get; init; }

        /// <summary>What it was about; null where it has been taken off.</summary>
        public string? Title { get; init; }

        /// <summary>What it said; null where it has been taken off.</summary>
        public string? Body { get; init; }
    }

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long postId, CurrentAccount account, OperatorActs acts, CancellationToken cancellation)
    {
        var removed = await acts.DoAsync(account, "remove-talk-post", connection => RemoveAsync(connection, postId), _ => null, cancellation);
        return removed.Value is not null ? TypedResults.NoContent() : removed.Refusal!;
    }

    private static async Task<Result<OperatorAct<ModeratedPost>>> RemoveAsync(LeasedConnection connection, long postId)
    {
        if (await connection.QuerySingleOrDefaultAsync<ModeratedPost>(Find, new { postId }) is not { } before)
            return TalkProblems.NoSuchPost;
        await connection.ExecuteAsync("DELETE FROM talk_posts WHERE id = @postId", new { postId });
        return new OperatorAct<ModeratedPost>(GameId: null, before, new() { PostId = postId, AuthorId = before.AuthorId }, Message: null);
    }
}
