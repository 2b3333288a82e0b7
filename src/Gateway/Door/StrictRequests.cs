using System.Collections.Frozen;

namespace Dugout.Gateway.Door;

/// <summary>
/// What replicas are to believe comes from the gateway. Requests whose end two readers could see at different places are refused, on top of what the server's parser
/// refuses by itself; headers by which a client could say who it is or where it comes from are dropped, whatever their spelling. YARP then says itself where a request comes from.
/// </summary>
internal static class StrictRequests
{
    /// <summary>Said by proxies and by those who sign people in; our clients say nothing in them.</summary>
    private static readonly FrozenSet<string> Forgeable = new[]
    {
        "Forwarded", "Proxy", "Remote-User", "True-Client-IP", "CF-Connecting-IP", "Fastly-Client-IP",
        "X-Real-IP", "X-Cluster-Client-IP", "X-ProxyUser-IP", "X-Host", "X-Rewrite-URL", "X-HTTP-Method", "X-HTTP-Method-Override", "X-Method-Override",
        "X-Served-By", AsideLength,
    }.ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    private static readonly string[] ForgeableBeginnings =
        ["X-Forwarded", "X-Original", "X-Client", "X-User", "X-Account", "X-Auth", "X-Remote", "X-SSL", "X-MS-Client"];

    /// <summary>Where the server puts a <c>Content-Length</c> that came beside a <c>Transfer-Encoding</c>.</summary>
    private const string AsideLength = "X-Content-Length";

    public static void UseStrictRequests(this IApplicationBuilder app) =>
        app.Use((HttpContext context, RequestDelegate next) =>
        {
            var request = context.Request;
            if (HttpMethods.IsTrace(request.Method) || HttpMethods.IsConnect(request.Method))
            {
                return GatewayResponses.RejectAsync(context, StatusCodes.Status405MethodNotAllowed, "method-not-allowed",
                    "This address doesn't take this method.", closes: true);
            }

            if (IsAmbiguous(request))
            {
                return GatewayResponses.RejectAsync(context, StatusCodes.Status400BadRequest, "invalid", "The request doesn't say clearly where it ends.",
                    closes: true);
            }

            DropForged(request.Headers);
            return next(context);
        });

    /// <summary>A length beside chunks, chunks inside another coding, chunks in a version that has none.</summary>
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

    /// <summary>A name with an underscore is one with a hyphen to some readers, so none of those passes.</summary>
    private static bool IsForged(string name) => name.Contains('_', StringComparison.Ordinal) || Forgeable.Contains(name)
        || (name.StartsWith("X-", StringComparison.OrdinalIgnoreCase) && Array.Exists(ForgeableBeginnings, beginning => name.StartsWith(beginning, StringComparison.OrdinalIgnoreCase)));
}
