using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// Makes the signed-in account stop following a fan or a team. Returns 204, also if it did not follow. Errors: 400 <c>invalid</c> for another kind, 503 <c>busy</c>.
/// </summary>
public static class Unfollow
{
    private const string Sql = """
        DELETE FROM followings WHERE account_id = @accountId AND kind = @kind AND followed_id = @followedId;
        UPDATE feed_readers SET followings = followings - 1 WHERE account_id = @accountId AND ROW_COUNT() = 1;

        """;

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        [Description("What is followed."), AllowedValues("fans", "teams")] string kind,
        [Description("Id of the fan or of the team.")] long followedId,
        CurrentAccount account, FeedChanges changes, CancellationToken cancellation)
    {
        if (Following.KindOf(kind) is not { } followed)
            return Following.NoSuchKind;
        var parameters = new DynamicParameters(new { accountId = account.Id, kind = followed, followedId });
        var sent = await changes.SendAsync(account, (0, FeedChanges.Shows.Nothing), Sql, parameters, _ => null, cancellation);
        return sent.Problem is { } problem ? problem : TypedResults.NoContent();
    }
}
