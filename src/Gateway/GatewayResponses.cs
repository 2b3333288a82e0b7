using Dugout.Gateway.Balancing;
using Dugout.Platform.Http;
using Microsoft.AspNetCore.Http.Features;
using Yarp.ReverseProxy.Forwarder;
using Yarp.ReverseProxy.Model;

namespace Dugout.Gateway;

/// <summary>
/// Responses of the gateway itself, when there is none of a replica: problem bodies like the replicas', marked as the gateway's. A
/// replica's responses are forwarded unchanged.
/// </summary>
internal static class GatewayResponses
{
    private static readonly CommonHeaders Common = new("gateway");

    public static void UseGatewayAnswers(this IApplicationBuilder app) =>
        app.Use(async (context, next) =>
        {
            if (IsTooLarge(context))
            {
                await RejectAsync(context, StatusCodes.Status413PayloadTooLarge, "too-large", "The request body is too large.");
                return;
            }

            context.Response.OnStarting(() =>
            {
                if (context.Features.Get<IReverseProxyFeature>()?.ProxiedDestination is null)
                    Mark(context.Response.Headers);
                return Task.CompletedTask;
            });
            try
            {
                await next(context);
            }
            catch (Exception error) when (!context.Response.HasStarted && !context.RequestAborted.IsCancellationRequested)
            {
                context.RequestServices.GetRequiredService<ILoggerFactory>().CreateLogger(typeof(GatewayResponses))
                    .LogError(error, "Could not complete {Method} {Path}; the request gets 500", context.Request.Method, context.Request.Path);
                await RejectAsync(context, StatusCodes.Status500InternalServerError, "fault", "The server could not complete the request; quote the traceId when you report this.");
                return;
            }

            if (!context.Response.HasStarted)
                await ExplainAsync(context);
        });

    /// <summary>Marks the response as the gateway's.</summary>
    public static void Mark(IHeaderDictionary headers) => Common.AddTo(headers);

    /// <summary>Checks the route's own limit, where it has one: the server enforces it only when the request is forwarded.</summary>
    private static bool IsTooLarge(HttpContext context) => context.Request.ContentLength
        > (context.GetEndpoint()?.Metadata.GetMetadata<RouteModel>()?.Config.MaxRequestBodySize ?? context.Features.Get<IHttpMaxRequestBodySizeFeature>()?.MaxRequestBodySize);

    private static Task ExplainAsync(HttpContext context)
    {
        if (context.RequestAborted.IsCancellationRequested)
            return Task.CompletedTask;
        if (context.Features.Get<IForwarderErrorFeature>() is { } failure)
        {
            return failure.Error switch
            {
                ForwarderError.RequestBodyClient when Says(StatusCodes.Status413PayloadTooLarge, failure.Exception) =>
                    RejectAsync(context, StatusCodes.Status413PayloadTooLarge, "too-large", "The request body is too large."),
                // Perhaps because this process stood still meanwhile: nothing is wrong with the request, and no replica has had all of it.
                ForwarderError.RequestBodyClient when Says(StatusCodes.Status408RequestTimeout, failure.Exception) =>
                    RejectAsync(context, StatusCodes.Status503ServiceUnavailable, "busy", "The request body did not arrive in time. Try again shortly."),
                ForwarderError.RequestBodyClient =>
                    RejectAsync(context, StatusCodes.Status400BadRequest, "invalid", "The request body is incomplete; send the request again."),
                ForwarderError.NoAvailableDestinations =>
                    RejectAsync(context, StatusCodes.Status503ServiceUnavailable, "busy", "The shop is busy. Try again shortly."),
                _ when FailingReplicas.NobodyListens(failure) =>
                    RejectAsync(context, StatusCodes.Status503ServiceUnavailable, "busy", "The shop is busy. Try again shortly."),
                // The request was sent, and whether it took effect is unknown: it must never look like a rejection.
                _ => RejectAsync(context, StatusCodes.Status502BadGateway, "fault", "The server did not complete its response, so the request may have taken effect; repeat a write only with the same Idempotency-Key."),
            };
        }

        // A replica's response without a body has not started either; it must not be changed.
        return context.Features.Get<IReverseProxyFeature>()?.ProxiedDestination is null && context.GetEndpoint() is null
            ? RejectAsync(context, StatusCodes.Status404NotFound, "no-such-page", "There is no resource at this address.")
            : Task.CompletedTask;
    }

    /// <summary>Whether the server refused the body with this status while it was forwarded, as one without a declared length that is too large; its exception is nested in the error that YARP reports.</summary>
    private static bool Says(int status, Exception? error) => error switch
    {
        null => false,
        BadHttpRequestException refused when refused.StatusCode == status => true,
        AggregateException several => several.InnerExceptions.Any(inner => Says(status, inner)),
        _ => Says(status, error.InnerException),
    };

    /// <summary>Sends an error in the API's format.</summary>
    /// <param name="context">The rejected request.</param>
    /// <param name="status">The HTTP status.</param>
    /// <param name="code">Stable code for clients.</param>
    /// <param name="detail">One sentence for people.</param>
    /// <param name="errors">Errors by field; null where no field is invalid.</param>
    /// <param name="closes">Whether the client's connection is closed without reading further, because the start of the next request is unknown.</param>
    public static Task RejectAsync(
        HttpContext context, int status, string code, string detail, Dictionary<string, string[]>? errors = null, bool closes = false)
    {
        context.Response.Clear();
        Mark(context.Response.Headers);
        if (closes)
            context.Response.Headers.Connection = "close";
        return ProblemWriter.WriteAsync(
            context, (status, code, detail), status == StatusCodes.Status503ServiceUnavailable ? 1 : null,
            errors is null ? null : new("errors", errors), context.RequestAborted);
    }
}
