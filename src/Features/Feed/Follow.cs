using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>
/// Makes the signed-in account follow a fan or a team; repeats change nothing. From then on their posts, or posts about them,
/// appear in its feed, see <see cref="MyFeed"/>. Returns 204, also if already followed. Errors: 400 <c>invalid</c> for the
/// account itself or another kind, 404 <c>no-such-fan</c> or <c>no-such-team</c>, 409 <c>limit-reached</c> for more than a
/// hundred, 503 <c>busy</c>.
/// </summary>
public static class Follow
{
    /// <summary>
    /// The lock of the account's row comes first and serialises its concurrent follows. A duplicate stops the batch at the unique
    /// key; one too many stops it at the check constraint.
    /// </summary>
    private const string Sql = """
        INSERT INTO feed_readers (account_id, followings) VALUES (@accountId, 0) ON DUPLICATE KEY UPDATE followings = followings;
        INSERT INTO followings (account_id, kind, followed_id, followed_at) VALUES (@accountId, @kind, @followedId, @now);
        UPDATE feed_readers SET followings = followings + 1 WHERE account_id = @accountId;

        """;

    /// <summary>Already followed; treated as a success.</summary>
    private static readonly Problem Already = Problems.Busy with { Detail = "This account already follows this fan or team." };

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        [Description("What is followed."), AllowedValues("fans", "teams")] string kind,
        [Description("Id of the fan or of the team.")] long followedId,
        CurrentAccount account, FollowTargets targets, FeedChanges changes, TimeProvider clock, CancellationToken cancellation)
    {
        if (Following.KindOf(kind) is not { } followed)
            return Following.NoSuchKind;
        if (followed == Following.Fan && followedId == account.Id)
            return Problem.InvalidField("followedId", "Give another account; an account's own posts are always in its feed.");
        if (await targets.ErrorOfAsync(followed, followedId, cancellation) is { } unknown)
            return unknown;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var parameters = new DynamicParameters(new { accountId = account.Id, kind = followed, followedId, now });
        var sent = await changes.SendAsync(account, (0, FeedChanges.Shows.Nothing), Sql, parameters, ProblemOf, cancellation);
        return sent.Problem is { } problem && problem != Already ? problem : TypedResults.NoContent();
    }

    private static Problem? ProblemOf(MySqlException error) => error switch
    {
        _ when error.IsDuplicateKey() => Already,
        _ when error.IsCheckViolated() => FeedProblems.TooManyFollowings,
        _ => null,
    };
}
