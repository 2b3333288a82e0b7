using System.Globalization;
using System.Security.Claims;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.AspNetCore.Http;

namespace Dugout.Features.Accounts;

/// <summary>A session: the identity part of an access token.</summary>
/// <param name="Id">Its random id.</param>
/// <param name="AccountId">The account.</param>
/// <param name="Generation">The account's security stamp at sign-in.</param>
public sealed record Session(long Id, long AccountId, int Generation)
{
    /// <summary>Maximum lifetime of a token, in seconds: one day, the maximum of <see cref="AccountsOptions.TokenMinutes"/>.</summary>
    public const int LongestSeconds = 86_400;

    private const string IdClaim = "sid";
    private const string GenerationClaim = "gen";

    /// <summary>A new session of an account, with the security stamp that was read with the account.</summary>
    internal static Session Of(Account account) => new(Ids.New(), account.Id, account.Generation);

    /// <summary>The session of a token; null if it names none.</summary>
    internal static Session? Of(ClaimsPrincipal user) =>
        Number(user, IdClaim) is { } id && Number(user, CurrentAccount.IdClaim) is { } account && Number(user, GenerationClaim) is { } generation
            ? new(id, account, (int)generation)
            : null;

    /// <summary>Lets a handler behind <c>RequireAuthorization</c> take this type as a parameter.</summary>
    /// <exception cref="InvalidOperationException">The route does not require a signed-in account.</exception>
    public static ValueTask<Session> BindAsync(HttpContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return new(Of(context.User) ?? throw new InvalidOperationException("A route with a parameter of type Session must require authorization."));
    }

    /// <summary>
    /// Creates the framework's bearer token. The framework's sign-in would write its own response body, so the ticket is protected here.
    /// </summary>
    internal string Token(bool isOperator, DateTimeOffset expiresAt, BearerTokenOptions options)
    {
        List<Claim> claims = [new(CurrentAccount.IdClaim, Text(AccountId)), new(IdClaim, Text(Id)), new(GenerationClaim, Text(Generation))];
        if (isOperator)
            claims.Add(new(ClaimTypes.Role, CurrentAccount.OperatorRole));
        var identity = new ClaimsIdentity(claims, BearerTokenDefaults.AuthenticationScheme);
        var properties = new AuthenticationProperties { ExpiresUtc = expiresAt };
        return options.BearerTokenProtector.Protect(new AuthenticationTicket(
            new ClaimsPrincipal(identity), properties, $"{BearerTokenDefaults.AuthenticationScheme}:AccessToken"));
    }

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    private static long? Number(ClaimsPrincipal user, string claim) =>
        long.TryParse(user.FindFirst(claim)?.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
