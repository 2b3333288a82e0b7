using Microsoft.AspNetCore.Http;

namespace Dugout.Features.Accounts;

/// <summary>
/// The cookie that carries a browser's access token. Scripts cannot read it, other sites cannot send it, and it counts only on a request that the browser marks as one of
/// the shop's own pages (header <c>Sec-Fetch-Site: same-origin</c>). A request with the header <c>Authorization</c> ignores it.
/// </summary>
internal static class SessionCookie
{
    private const string Name = "dugout-session";
    private const string FetchSite = "Sec-Fetch-Site";

    /// <summary>Sets the cookie.</summary>
    public static void Set(HttpContext context, string accessToken, DateTime expiresAt)
    {
        var options = OptionsFor(context);
        options.Expires = expiresAt;
        context.Response.Cookies.Append(Name, accessToken, options);
    }

    /// <summary>Clears the cookie, if the request has it.</summary>
    public static void Clear(HttpContext context)
    {
        if (context.Request.Cookies.ContainsKey(Name))
            context.Response.Cookies.Delete(Name, OptionsFor(context));
    }

    /// <summary>The token in the cookie; null if there is none or it doesn't count.</summary>
    public static string? TokenOf(HttpRequest request) =>
        request.Headers.Authorization.Count == 0 && request.Headers[FetchSite] == "same-origin" ? request.Cookies[Name] : null;

    private static CookieOptions OptionsFor(HttpContext context) => new()
    {
        HttpOnly = true,
        SameSite = SameSiteMode.Strict,
        Secure = context.Request.IsHttps,
        Path = "/api",
        IsEssential = true,
    };
}
