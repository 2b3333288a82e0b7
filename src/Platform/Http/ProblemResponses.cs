using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using MySqlConnector;

namespace Dugout.Platform.Http;

/// <summary>
/// Converts what the framework rejects by itself (malformed JSON, an unreadable id, an unknown address, a missing token) and every
/// fault into problem responses with a code. Comes before authentication.
/// </summary>
internal static class ProblemResponses
{
    public static void UseProblems(this IApplicationBuilder app)
    {
        app.Use(CatchAsync);
        app.UseStatusCodePages(pages => BareStatus(pages.HttpContext).ExecuteAsync(pages.HttpContext));
    }

    private static async Task CatchAsync(HttpContext context, RequestDelegate next)
    {
        try
        {
            await next(context);
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The client has disconnected: no response is needed.
        }
        catch (Exception error) when (!context.Response.HasStarted)
        {
            context.Response.Clear();
            await Explain(error, context).ExecuteAsync(context);
        }
    }

    private static Problem Explain(Exception error, HttpContext context)
    {
        switch (error)
        {
            case BadHttpRequestException bad:
                return UnreadableRequest.ProblemOf(bad);
            // The framework treats this as a server fault, but it is a client error.
            case InvalidOperationException when UnreadableRequest.HasUnknownCharset(context.Request):
                return Problems.UnsupportedMediaType;
            case MySqlException database when database.IsUnreachable() || database.IsLockWaitOver() || database.IsDeadlock():
            // A component that sends a commit reports an unknown outcome as OutcomeUnknownException; any other broken connection changed nothing.
            case not null when error.IsOfTheDatabase() && error.LeavesOutcomeOpen():
            case RedisUnavailableException:
                Log(context).LogWarning("Could not complete {Method} {Path}: {Reason}; the request gets 503", context.Request.Method, context.Request.Path, error.Message);
                return Problems.Busy;
            default:
                Log(context).LogError(error, "Could not complete {Method} {Path}; the request gets 500", context.Request.Method, context.Request.Path);
                return Problems.Fault;
        }
    }

    /// <summary>Whether a request changes nothing, however it ends.</summary>
    public static bool IsRead(this HttpRequest request) => HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method);

    private static ILogger Log(HttpContext context) =>
        context.RequestServices.GetRequiredService<ILoggerFactory>().CreateLogger(typeof(ProblemResponses).FullName!);

    private static Problem BareStatus(HttpContext context) => context.Response.StatusCode switch
    {
        StatusCodes.Status400BadRequest when UnreadableRequest.OptionOf(context) is { } name => Problem.InvalidField(name, "This value cannot be parsed."),
        StatusCodes.Status401Unauthorized => Problems.NotSignedIn,
        StatusCodes.Status403Forbidden => Problems.NotAllowed,
        StatusCodes.Status404NotFound => Problems.NoSuchPage,
        StatusCodes.Status405MethodNotAllowed => Problems.MethodNotAllowed,
        StatusCodes.Status413PayloadTooLarge => Problems.TooLarge,
        StatusCodes.Status415UnsupportedMediaType => Problems.UnsupportedMediaType,
        >= StatusCodes.Status500InternalServerError => Problems.Fault,
        var status => Problems.Invalid with { Status = status },
    };
}
