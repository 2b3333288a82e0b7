using Dugout.Features.Accounts;
using Dugout.Features.Catalog;

namespace Dugout.Features.Feed;

/// <summary>Knows which fans and teams exist.</summary>
public sealed class FollowTargets(AccountsQueries accounts, CatalogQueries catalog)
{
    /// <summary>Returns the error where there is no such fan or team; otherwise null.</summary>
    public async Task<Problem?> ErrorOfAsync(string kind, long followedId, CancellationToken cancellation)
    {
        if (kind == Following.Fan)
            return await accounts.ExistsAsync(followedId, cancellation) ? null : AccountsProblems.NoSuchFan;
        return (await catalog.TeamIdsAsync(cancellation)).Contains(followedId) ? null : CatalogProblems.NoSuchTeam;
    }
}
