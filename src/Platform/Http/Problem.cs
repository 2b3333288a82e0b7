using System.Diagnostics;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Platform.Http;

/// <summary>
/// A refusal: RFC 9457 problem details with a stable code. It is a result of its own rather than the framework's, because it
/// carries <c>Retry-After</c> and because a handler can then simply return an entry of <see cref="Problems"/>.
/// </summary>
/// <param name="Status">The HTTP status.</param>
/// <param name="Code">What clients switch on; kebab-case, never changed.</param>
/// <param name="Detail">One sentence for people.</param>
/// <param name="RetryAfter">Seconds after which trying again makes sense; null where it doesn't.</param>
public sealed record Problem(int Status, string Code, string Detail, int? RetryAfter = null) : IResult, IStatusCodeHttpResult
{
    /// <summary>Sent as JSON alone, never inside a page: apostrophes and Korean stay as they are.</summary>
    private static readonly JsonSerializerOptions Json =
        new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private KeyValuePair<string, object?>? Member { get; init; }

    int? IStatusCodeHttpResult.StatusCode => Status;

    /// <summary>The same refusal with one more member that says more about it.</summary>
    public Problem With(string member, object? value) => this with { Member = new(member, value) };

    /// <summary>The refusal of one field of the request.</summary>
    public static Problem InvalidField(string field, string why) =>
        Problems.Invalid.With("errors", new Dictionary<string, string[]> { [field] = [why] });

    /// <summary>Counts the refusal and writes the answer; also called by middleware, which has no handler to return it from.</summary>
    public Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        httpContext.RequestServices.GetRequiredService<ErrorCounts>().Count(Code);
        var response = httpContext.Response;
        response.StatusCode = Status;
        if (RetryAfter is { } seconds)
            response.Headers.RetryAfter = seconds.ToString(CultureInfo.InvariantCulture);

        var members = new Dictionary<string, object?>
        {
            ["type"] = "about:blank",
            ["title"] = Code,
            ["status"] = Status,
            ["detail"] = Detail,
            ["code"] = Code,
            ["traceId"] = Activity.Current?.TraceId.ToHexString() ?? httpContext.TraceIdentifier,
        };
        if (Member is { } member)
            members[member.Key] = member.Value;
        // Under no token: the request's own is what has run out when somebody is told so.
        response.ContentType = "application/problem+json";
        var body = JsonSerializer.SerializeToUtf8Bytes(members, Json);
        response.ContentLength = body.Length;
        return response.Body.WriteAsync(body, CancellationToken.None).AsTask();
    }
}
