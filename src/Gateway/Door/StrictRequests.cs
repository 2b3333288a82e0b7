using System.Collections.Frozen;
using Dugout.Platform.Caching;

namespace Dugout.Gateway.Door;

/// <summary>
/// Protects replicas from forged and ambiguous requests. Requests whose end two parsers could place differently are rejected, in addition to those that the server's parser
/// rejects by itself; headers with which a client could claim an identity or origin are removed, whatever their spelling. YARP then adds the client's address itself.
/// </summary>
internal static class StrictRequests
{
    /// <summary>Headers set by proxies and by sign-in gateways; the shop's clients never send them.</summary>
    private static readonly FrozenSet<string> Forgeable = ((string[])
    [
        "Forwarded", "Proxy", "Remote-User", "True-Client-IP", "CF-Connecting-IP", "Fastly-Client-IP",
        "X-Real-IP", "X-Cluster-Client-IP", "X-ProxyUser-IP", "X-Host", "X-Rewrite-URL", "X-HTTP-Method", "X-HTTP-Method-Override", "X-Method-Override",
        "X-Served-By", AsideLength, .. SharedCacheHeaders.All,
    ]).ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    private static readonly string[] ForgeableBeginnings =
        ["X-Forwarded", "X-Original", "X-Client", "X-User", "X-Account", "X-Auth", "X-Remote", "X-SSL", "X-MS-Client"];

    /// <summary>Header in which the server stores a <c>Content-Length</c> that came with a <c>Transfer-Encoding</c>.</summary>
    private const string AsideLength = "X-Content-Length";

    public static void UseStrictRequests(this IApplicationBuilder app) =>
        app.Use((HttpContext context, RequestDelegate next) =>
        {
            var request = context.Request;
            if (HttpMethods.IsTrace(request.Method) || HttpMethods.IsConnect(request.Method))
            {
                return GatewayResponses.RejectAsync(context, StatusCodes.Status405MethodNotAllowed, "method-not-allowed",
                    "This address does not support this method.", closes: true);
            }

            if (IsAmbiguous(request))
            {
                return GatewayResponses.RejectAsync(context, StatusCodes.Status400BadRequest, "invalid", "The length of the request is ambiguous; send either Content-Length or Transfer-Encoding: chunked.",
                    closes: true);
            }

            DropForged(request.Headers);
            return next(context);
        });

    /// <summary>A length together with chunks, chunks inside another coding, or chunks in a version that does not support them.</summary>
    private static bool IsAmbiguous(HttpRequest request) => request.Headers.TransferEncoding is { Count: > 0 } coding
        && (request.ContentLength is not null || request.Headers.ContainsKey(AsideLength)
            || !string.Equals(coding.ToString(), "chunked", StringComparison.OrdinalIgnoreCase)
            || !HttpProtocol.IsHttp11(request.Protocol));

    private static void DropForged(IHeaderDictionary headers)
    {
        List<string>? forged = null;
        foreach (var (name, _) in headers)
        {
            if (IsForged(name))
                (forged ??= []).Add(name);
        }

        forged?.ForEach(name => headers.Remove(name));
    }

    /// <summary>Some parsers treat an underscore in a name as a hyphen, so no header with an underscore passes.</summary>
    private static bool IsForged(string name) => name.Contains('_', StringComparison.Ordinal) || Forgeable.Contains(name)
        || (name.StartsWith("X-", StringComparison.OrdinalIgnoreCase) && Array.Exists(ForgeableBeginnings, beginning => name.StartsWith(beginning, StringComparison.OrdinalIgnoreCase)));
}
