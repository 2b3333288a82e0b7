using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Net.Http.Headers;
using MySqlConnector;

namespace Dugout.Features.Shared;

/// <summary>
/// Turns what the framework refuses by itself (malformed JSON, an unreadable id, an unknown address, no token) and every
/// fault of ours into problem bodies with a code. Comes before authentication.
/// </summary>
internal static partial class Refusing
{
    private static readonly string[] Missing = ["This member is missing."];

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
            // The client went away; nobody reads an answer.
        }
        catch (Exception error) when (!context.Response.HasStarted)
        {
            context.Response.Clear();
            await Explain(error, context).ExecuteAsync(context);
        }
    }

    private static Problem Explain(Exception error, HttpContext context)
    {
        // Entity Framework wraps what it takes for passing trouble.
        switch (error is InvalidOperationException { InnerException: MySqlException inner } ? inner : error)
        {
            case BadHttpRequestException bad:
                return BadRequest(bad);
            // What the framework takes for a fault of ours, and isn't.
            case InvalidOperationException when HasUnknownCharset(context.Request):
                return Problems.UnsupportedMediaType;
            case MySqlException database when database.IsUnreachable() || database.IsLockWaitOver() || database.IsDeadlock():
            // Whoever sends a commit tells an open outcome as OutcomeUnknownException; what else broke off changed nothing.
            case not null when error.IsOfTheDatabase() && error.LeavesOutcomeOpen():
            case RedisAwayException:
                Log(context).LogWarning("{Method} {Path}: {Reason}", context.Request.Method, context.Request.Path, error.Message);
                return Problems.Busy;
            default:
                Log(context).LogError(error, "{Method} {Path} failed", context.Request.Method, context.Request.Path);
                return Problems.Fault;
        }
    }

    /// <summary>Whether a request changes nothing, however it ends.</summary>
    public static bool IsRead(this HttpRequest request) => HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method);

    private static ILogger Log(HttpContext context) =>
        context.RequestServices.GetRequiredService<ILoggerFactory>().CreateLogger(typeof(Refusing).FullName!);

    private static bool HasUnknownCharset(HttpRequest request)
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out var type) || !type.Charset.HasValue)
            return false;
        try
        {
            _ = Encoding.GetEncoding(type.Charset.ToString());
            return false;
        }
        catch (Exception unknown) when (unknown is ArgumentException or NotSupportedException)
        {
            return true;
        }
    }

    private static Problem BadRequest(BadHttpRequestException error) => error switch
    {
        { StatusCode: StatusCodes.Status413PayloadTooLarge } => Problems.TooLarge,
        { StatusCode: StatusCodes.Status415UnsupportedMediaType } => Problems.UnsupportedMediaType,
        { InnerException: JsonException json } => InvalidJson(json),
        _ when UnboundParameter().Match(error.Message) is { Success: true } match =>
            Problem.InvalidField(match.Groups["name"].Value, "This value can't be read."),
        _ => Problem.InvalidField("body", "The body is missing or can't be read."),
    };

    private static Problem InvalidJson(JsonException error)
    {
        var field = error.Path is null or "$" or "" ? "body" : error.Path.Replace("$.", "", StringComparison.Ordinal);
        if (MissingMembers().Match(error.Message) is { Success: true } missing)
        {
            var prefix = field == "body" ? "" : field + ".";
            return Problems.Invalid.With("errors", Quoted().Matches(missing.Groups["names"].Value)
                .ToDictionary(name => prefix + name.Groups["name"].Value, _ => Missing));
        }

        if (UnknownMember().Match(error.Message) is { Success: true } unknown)
            return Problem.InvalidField(unknown.Groups["name"].Value, "This member is unknown.");
        if (DuplicateMember().Match(error.Message) is { Success: true } twice)
            return Problem.InvalidField(twice.Groups["name"].Value, "This member stands there twice.");
        return Problem.InvalidField(field, "This value can't be read.");
    }

    private static Problem BareStatus(HttpContext context) => context.Response.StatusCode switch
    {
        StatusCodes.Status400BadRequest when UnreadableOption(context) is { } name => Problem.InvalidField(name, "This value can't be read."),
        StatusCodes.Status401Unauthorized => Problems.NotSignedIn,
        StatusCodes.Status403Forbidden => Problems.NotAllowed,
        StatusCodes.Status404NotFound => Problems.NoSuchPage,
        StatusCodes.Status405MethodNotAllowed => Problems.MethodNotAllowed,
        StatusCodes.Status413PayloadTooLarge => Problems.TooLarge,
        StatusCodes.Status415UnsupportedMediaType => Problems.UnsupportedMediaType,
        >= StatusCodes.Status500InternalServerError => Problems.Fault,
        var status => Problems.Invalid with { Status = status },
    };

    /// <summary>
    /// The name of an optional number in the query that can't be read. An endpoint throws where a required value can't be read, but answers a bare 400 where an
    /// optional one can't.
    /// </summary>
    private static string? UnreadableOption(HttpContext context) => context.GetEndpoint()?.Metadata.GetOrderedMetadata<IParameterBindingMetadata>()
        .FirstOrDefault(parameter => parameter is { IsOptional: true, HasTryParse: true }
            && context.Request.Query[parameter.Name].ToString() is { Length: > 0 } sent
            && (parameter.ParameterInfo.ParameterType == typeof(int?) ? !int.TryParse(sent, CultureInfo.InvariantCulture, out _) : !long.TryParse(sent, CultureInfo.InvariantCulture, out _)))
        ?.Name;

    // The framework gives the field of a binding error only inside its message; tests notice when the wording changes. From its first word on: further
    // back stands what a client has sent, which may read like a message.
    [GeneratedRegex("parameter \"\\S+ (?<name>\\w+)\"")]
    private static partial Regex UnboundParameter();

    [GeneratedRegex("^JSON deserialization for type '[^']+' was missing required properties including: (?<names>.*)\\.")]
    private static partial Regex MissingMembers();

    [GeneratedRegex("'(?<name>[^']+)'")]
    private static partial Regex Quoted();

    [GeneratedRegex("^The JSON property '(?<name>.+)' could not be mapped", RegexOptions.Singleline)]
    private static partial Regex UnknownMember();

    [GeneratedRegex("^Duplicate property '(?<name>[^']+)'")]
    private static partial Regex DuplicateMember();
}
