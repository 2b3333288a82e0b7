using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Accounts;

/// <summary>
/// Signs an account in for a browser: like <c>POST /api/sessions</c>, but the access token is a cookie that scripts cannot read. The cookie counts only on requests of the
/// same origin (header <c>Sec-Fetch-Site</c>) and without the header <c>Authorization</c>. Returns 200. Errors: those of <c>POST /api/sessions</c>.
/// </summary>
public static class SignInBrowser
{
    /// <summary>The session of the cookie.</summary>
    /// <param name="ExpiresAt">Time it expires, UTC.</param>
    /// <param name="Account">The account.</param>
    /// <example>{"expiresAt":"2027-04-01T10:30:00Z","account":{"id":1,"nickname":"직관요정"}}</example>
    public sealed record BrowserSession(DateTime ExpiresAt, SignIn.AccountItem Account);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<BrowserSession>, Problem>> Handle(
        SignIn.SignInRequest request, SignInService service, HttpContext context, CancellationToken cancellation)
    {
        var signedIn = await service.SignInAsync(request, cancellation);
        if (signedIn.Value is not { } session)
            return signedIn.Problem!;
        SessionCookie.Set(context, session.AccessToken, session.ExpiresAt);
        return TypedResults.Ok(new BrowserSession(session.ExpiresAt, session.Account));
    }
}
