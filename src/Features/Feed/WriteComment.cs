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

    /// <summary>The id exists already; another id is generated.</summary>
    private static readonly Problem IdTaken = Problems.Busy with { Detail = "Too many concurrent writes. Try again shortly." };

    /// <summary>The comment's text.</summary>
    /// <param name="Text">1 to 500 characters, not all blank.</param>
    public sealed record CommentRequest(string Text);

    /// <summary>The request content an idempotency key stands for.</summary>
    internal sealed record KeyedComment(long PostId, string Text);

    /// <summary>The comment.</summary>
    /// <param name="CommentId">Its id.</param>
    /// <param name="PostId">The post.</param>
    /// <param name="CommentedAt">Time it was written, UTC.</param>
    public sealed record CommentAnswer(long CommentId, long PostId, DateTime CommentedAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<IdempotentResponse<CommentAnswer>, Problem>> Handle(
        long postId, CommentRequest request, [FromHeader(Name = IdempotencyKey.Header)] string? key, CurrentAccount account, IdempotentCommands idempotency,
        FeedChanges changes, TimeProvider clock, CancellationToken cancellation)
    {
        if (!IdempotencyKey.IsKey(key))
            return Problems.IdempotencyKeyMissing;
        if (request.Text.Length > MaxText || string.IsNullOrWhiteSpace(request.Text))
            return Problem.InvalidField("text", $"Give 1 to {MaxText} characters.");

        for (var attempt = 1; attempt <= Transactions.Attempts; attempt++)
        {
            var now = clock.GetUtcNow().UtcDateTime.Microseconds();
            Result<KeyedWrite<CommentAnswer>> write = Write(new(Ids.Ascending(now), postId, now), account, request.Text);
            var outcome = await idempotency.OnceAsync(account.Id, key!, new KeyedComment(postId, request.Text), write, cancellation);
            if (outcome.Value is { } answer)
            {
                await changes.PublishAsync(account, (postId, FeedChanges.Shows.ThePost), answer.Place);
                return answer;
            }

            if (outcome.Refusal != IdTaken)
                return outcome.Refusal!;
        }

        return IdTaken;
    }

    /// <summary>The count comes first. Without a post the comment lacks its parent, and the server stops there; if this process then freezes, the server closes the connection soon.</summary>
    private static KeyedWrite<CommentAnswer> Write(CommentAnswer answer, CurrentAccount account, string text)
    {
        const string Comment = """
            UPDATE posts SET comments = comments + 1 WHERE id = @PostId;
            INSERT INTO post_comments (id, post_id, account_id, text, commented_at) VALUES (@CommentId, IF(ROW_COUNT() = 1, @PostId, 0), @Id, @text, @CommentedAt);

            """;
        var parameters = new DynamicParameters(new { answer.CommentId, answer.PostId, account.Id, text, answer.CommentedAt });
        return new(Transactions.HangUp + Comment + Transactions.Stay, parameters, answer, Refusal);
    }

    private static Problem? Refusal(MySqlException error) => error switch
    {
        _ when error.IsDuplicateKey() => IdTaken,
        _ when error.HasNoParent() => FeedProblems.NoSuchPost,
        _ => null,
    };
}
