using Microsoft.AspNetCore.Http.Features;

namespace Dugout.Platform.Http;

/// <summary>Requests that a response from memory may satisfy without the pipeline. Compiled into the API and the gateway.</summary>
internal static class PlainRequests
{
    private const string FetchSite = "Sec-Fetch-Site";

    /// <summary>A GET without a body that no page of another site has sent.</summary>
    public static bool IsPlainGet(this IHttpRequestFeature request) =>
        request.Method == "GET" && request.Headers is var headers && headers.ContentLength is null && headers.TransferEncoding.Count == 0 && headers.Expect.Count == 0
        && headers[FetchSite] is var site && (site.Count == 0 || site == "same-origin" || site == "none");

    /// <summary>Whether the host serves all names. Otherwise the framework's filter, which is part of the pipeline, rejects the others.</summary>
    public static bool ServesAllHosts(this Microsoft.Extensions.Configuration.IConfiguration configuration) => configuration["AllowedHosts"] is null or "" or "*";
}
