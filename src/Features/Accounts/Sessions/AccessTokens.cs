using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Accounts;

/// <summary>Issues access tokens, which every replica accepts.</summary>
public sealed class AccessTokens(IOptionsMonitor<BearerTokenOptions> tokens, IOptions<AccountsOptions> options, TimeProvider clock)
{
    /// <summary>Returns a token of a new session of the account, and when it expires.</summary>
    public (string Token, DateTime ExpiresAt) Issue(Account account)
    {
        ArgumentNullException.ThrowIfNull(account);
        var expiresAt = clock.GetUtcNow().AddMinutes(options.Value.TokenMinutes);
        return (Session.Of(account).Token(account.IsAdmin, expiresAt, tokens.Get(BearerTokenDefaults.AuthenticationScheme)), expiresAt.UtcDateTime);
    }
}
