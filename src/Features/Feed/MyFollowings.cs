using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// Everything the signed-in account follows, fans before teams, ordered by id; at most a hundred, so there are no pages. Read from the primary. Returns 200.
/// </summary>
public static class MyFollowings
{
    /// <summary>Handles the request.</summary>
    public static async Task<Ok<Page<Following>>> Handle(CurrentAccount account, Databases databases, CancellationToken cancellation)
    {
        var found = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<Following>(new(Following.Find, new { accountId = account.Id }, cancellationToken: cancellation)), cancellation);
        return TypedResults.Ok(new Page<Following>([.. found.OrderBy(one => one.Kind, StringComparer.Ordinal).ThenBy(one => one.FollowedId)], Next: null));
    }
}
