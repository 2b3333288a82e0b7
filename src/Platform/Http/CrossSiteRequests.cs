using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Dugout.Platform.Http;

/// <summary>
/// Rejects what a browser sends on behalf of a page of another site, by Fetch Metadata (header <c>Sec-Fetch-Site</c>), so that no such page can act for a fan or use the fan's
/// browser against the shop. Links from other sites work: a navigation by GET changes nothing and carries no session. Programs don't send the header.
/// </summary>
internal static class CrossSiteRequests
{
    /// <summary>Comes before authentication and limits: the rejection depends on headers alone.</summary>
    public static void RejectCrossSiteRequests(this IApplicationBuilder app) => app.Use((context, next) =>
        IsOfAnotherSite(context.Request) ? Problems.CrossSite.ExecuteAsync(context) : next(context));

    private static bool IsOfAnotherSite(HttpRequest request) =>
        request.Headers["Sec-Fetch-Site"].ToString() is "cross-site" or "same-site"
        && !(HttpMethods.IsGet(request.Method) && request.Headers["Sec-Fetch-Mode"] == "navigate");
}
