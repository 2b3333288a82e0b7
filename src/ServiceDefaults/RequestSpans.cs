using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Routing;

namespace Dugout.ServiceDefaults;

/// <summary>
/// Completes the framework's server span with what traces need: a name with the route, the status code, an error
/// mark on faults. The framework itself leaves these to an instrumentation package.
/// </summary>
internal static class RequestSpans
{
    public static void UseRequestSpans(this IApplicationBuilder app) =>
        app.Use(async (context, next) =>
        {
            try
            {
                await next(context);
            }
            finally
            {
                if (context.Features.Get<IHttpActivityFeature>()?.Activity is { IsAllDataRequested: true } span)
                    Describe(span, context);
            }
        });

    private static void Describe(Activity span, HttpContext context)
    {
        var status = context.Response.StatusCode;
        span.SetTag("http.request.method", context.Request.Method);
        span.SetTag("url.path", context.Request.Path.Value);
        span.SetTag("http.response.status_code", status);
        if (context.GetEndpoint() is RouteEndpoint { RoutePattern.RawText: { } route })
        {
            span.SetTag("http.route", route);
            span.DisplayName = $"{context.Request.Method} {route}";
        }

        if (status >= StatusCodes.Status500InternalServerError)
            span.SetStatus(ActivityStatusCode.Error);
    }
}
