using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Accounts;

/// <summary>The session of the request: its account and when it expires. A page reads it to know whether a fan is signed in. Returns 200.</summary>
public static class ShowSession
{
    /// <summary>Handles the request.</summary>
    public static async Task<Ok<SignInBrowser.BrowserSession>> Handle(
        CurrentAccount account, ConsistencyToken seen, Reads reads, HttpContext context, CancellationToken cancellation)
    {
        var nickname = await reads.QueryAsync(
            seen, (database, ask) => database.Set<Account>().Where(row => row.Id == account.Id).Select(row => row.Nickname).SingleAsync(ask), cancellation);
        var expiresAt = context.Features.GetRequiredFeature<IAuthenticateResultFeature>().AuthenticateResult!.Properties!.ExpiresUtc!.Value.UtcDateTime;
        return TypedResults.Ok(new SignInBrowser.BrowserSession(expiresAt, new(account.Id, nickname)));
    }
}
