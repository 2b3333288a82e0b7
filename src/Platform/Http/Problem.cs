using System.Diagnostics;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Platform.Http;

/// <summary>
/// An error response: RFC 9457 problem details with a stable code. It replaces the framework's result type because it
/// carries <c>Retry-After</c> and because a handler can return an entry of <see cref="Problems"/> directly.
/// </summary>
/// <param name="Status">The HTTP status.</param>
/// <param name="Code">Stable code for clients; kebab-case, never changed.</param>
/// <param name="Detail">One sentence for people.</param>
/// <param name="RetryAfter">Seconds after which a retry makes sense; null where it does not.</param>
public sealed record Problem(int Status, string Code, string Detail, int? RetryAfter = null) : IResult, IStatusCodeHttpResult
{
    /// <summary>The body is always JSON, never embedded in HTML, so apostrophes and Korean need no escaping.</summary>
    private static readonly JsonSerializerOptions Json =
        new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private KeyValuePair<string, object?>? Member { get; init; }

    int? IStatusCodeHttpResult.StatusCode => Status;

    /// <summary>Returns the same error with one additional member.</summary>
    public Problem With(string member, object? value) => this with { Member = new(member, value) };

    /// <summary>Returns the error of one field of the request.</summary>
    public static Problem InvalidField(string field, string why) =>
        Problems.Invalid.With("errors", new Dictionary<string, string[]> { [field] = [why] });

    /// <summary>Counts the error and writes the response; also called by middleware, which has no handler to return it from.</summary>
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
        // Written without the request's token: this response may report that exactly this token was cancelled by the deadline.
        response.ContentType = "application/problem+json";
        var body = JsonSerializer.SerializeToUtf8Bytes(members, Json);
        response.ContentLength = body.Length;
        return response.Body.WriteAsync(body, CancellationToken.None).AsTask();
    }
}
