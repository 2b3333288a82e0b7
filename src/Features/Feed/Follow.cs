using Dapper;
using Dugout.Features.Accounts;
using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>
/// The signed-in account follows a fan or a team, once however often it says so: what they write, or is written about them, is in its feed from then on, see
/// <see cref="MyFeed"/>. 204, also where it did already, 400 <c>invalid</c> for oneself or another kind, 404 <c>no-such-fan</c> or
/// <c>no-such-team</c>, 409 <c>limit-reached</c> for more than a hundred, 503 <c>busy</c>.
/// </summary>
public static class Follow
{
    /// <summary>
    /// The account's row first: it makes those who follow at once for one account wait for each other. Whoever is followed already stops the text at the
    /// key, whoever is one too many at the check.
    /// </summary>
    private const string Sql = """
        INSERT INTO feed_readers (account_id, followings) VALUES (@accountId, 0) ON DUPLICATE KEY UPDATE followings = followings;
        INSERT INTO followings (account_id, kind, followed_id, followed_at) VALUES (@accountId, @kind, @followedId, @now);
        UPDATE feed_readers SET followings = followings + 1 WHERE account_id = @accountId;

        """;

    /// <summary>They are followed already: as good as done.</summary>
    private static readonly Problem Already = Problems.Busy with { Detail = "This account follows them already." };

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        string kind, long followedId, CurrentAccount account, AccountsQueries accounts, CatalogQueries catalog, FeedChanges changes, TimeProvider clock, CancellationToken cancellation)
    {
        if (Following.KindOf(kind) is not { } followed)
            return Following.NoSuchKind;
        if (followed == Following.Fan && followedId == account.Id)
            return Problem.InvalidField("followedId", "Everybody's own posts are in their feed.");
        if (followed == Following.Fan && !await accounts.ExistsAsync(followedId, cancellation))
            return AccountsProblems.NoSuchFan;
        if (followed == Following.Team && !(await catalog.TeamIdsAsync(cancellation)).Contains(followedId))
            return CatalogProblems.NoSuchTeam;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var parameters = new DynamicParameters(new { accountId = account.Id, kind = followed, followedId, now });
        var sent = await changes.SendAsync(account, (0, FeedChanges.Shows.Nothing), Sql, parameters, Refusal, cancellation);
        return sent.Refusal is { } refusal && refusal != Already ? refusal : TypedResults.NoContent();
    }

    private static Problem? Refusal(MySqlException error) => error switch
    {
        _ when error.IsDuplicateKey() => Already,
        _ when error.IsCheckViolated() => FeedProblems.TooManyFollowings,
        _ => null,
    };
}
