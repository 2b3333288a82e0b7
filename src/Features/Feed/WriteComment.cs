using Dapper;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>
/// Comments on a post as the signed-in account. The comment, the post's comment count and the response under its idempotency key are written in one transaction. Returns 201; a repeat with the same
/// key gets the same bytes. Errors: 400 <c>invalid</c> or <c>idempotency-key-missing</c>, 404 <c>no-such-post</c>, 422 <c>idempotency-key-reused</c>, 503 <c>busy</c>.
/// </summary>
public static class WriteComment
{
    private const int MaxText = 500;

    /// <summary>The comment's text.</summary>
    /// <param name="Text">1 to 500 characters, not all blank.</param>
    /// <example>{"text":"저도 그 자리에 있었어요!"}</example>
    public sealed record CommentRequest([property: Text(MaxText)] string Text);

    /// <summary>The request content an idempotency key stands for.</summary>
    internal sealed record KeyedComment(long PostId, string Text);

    /// <summary>The comment.</summary>
    /// <param name="CommentId">Its id.</param>
    /// <param name="PostId">The post.</param>
    /// <param name="CommentedAt">Time it was written, UTC.</param>
    /// <example>{"commentId":3162277660170002,"postId":3162277660170001,"commentedAt":"2027-04-01T13:05:00Z"}</example>
    public sealed record CommentAnswer(long CommentId, long PostId, DateTime CommentedAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<IdempotentResponse<CommentAnswer>, Problem>> Handle(
        long postId, CommentRequest request, [FromHeader(Name = IdempotencyKey.Header)] string? key, CurrentAccount account,
        FeedChanges changes, TimeProvider clock, CancellationToken cancellation)
    {
        if (!IdempotencyKey.IsKey(key))
            return Problems.IdempotencyKeyMissing;

        var outcome = await changes.OnceAsync(account, key!, new KeyedComment(postId, request.Text), Write, cancellation);
        return outcome.Value is { } answer ? answer : outcome.Problem!;

        (Result<KeyedWrite<CommentAnswer>>, (long, FeedChanges.Shows)) Write()
        {
            var now = clock.GetUtcNow().UtcDateTime.Microseconds();
            return (WriteOf(new(Ids.Ascending(now), postId, now), account, request.Text), (postId, FeedChanges.Shows.ThePost));
        }
    }

    /// <summary>The count comes first. Without a post the comment lacks its parent, and the server stops there; if this process then freezes, the server closes the connection soon.</summary>
    private static KeyedWrite<CommentAnswer> WriteOf(CommentAnswer answer, CurrentAccount account, string text)
    {
        const string Comment = """
            UPDATE posts SET comments = comments + 1 WHERE id = @PostId;
            INSERT INTO post_comments (id, post_id, account_id, text, commented_at) VALUES (@CommentId, IF(ROW_COUNT() = 1, @PostId, 0), @Id, @text, @CommentedAt);

            """;
        var parameters = new DynamicParameters(new { answer.CommentId, answer.PostId, account.Id, text, answer.CommentedAt });
        return new(Comment, parameters, answer, ProblemOf, LocksSharedRow: true);
    }

    private static Problem? ProblemOf(MySqlException error) => error switch
    {
        // The id exists already: another one is made.
        _ when error.IsDuplicateKey() => PrimaryTransaction.Conflict,
        _ when error.HasNoParent() => FeedProblems.NoSuchPost,
        _ => null,
    };
}
