using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Feed;

/// <summary>
/// Everything the signed-in account follows, fans before teams, ordered by id; at most a hundred, so there are no pages. Read from the primary. Returns 200.
/// </summary>
public static class MyFollowings
{
    private static readonly Func<ReadContext, long, IAsyncEnumerable<Following>> All = EF.CompileAsyncQuery((ReadContext database, long accountId) =>
        from one in database.Set<FollowingRow>()
        where one.AccountId == accountId
        orderby one.Kind, one.FollowedId
        select new Following(one.Kind, one.FollowedId));

    /// <summary>Handles the request.</summary>
    public static async Task<Ok<Page<Following>>> Handle(CurrentAccount account, Reads reads, CancellationToken cancellation)
    {
        var found = await reads.QueryPrimaryAsync(async database => await All(database, account.Id).ToListAsync(), cancellation);
        return TypedResults.Ok(new Page<Following>(found, Next: null));
    }
}
