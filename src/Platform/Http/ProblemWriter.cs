using System.Diagnostics;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Dugout.Platform.Http;

/// <summary>Writes error responses: RFC 9457 problem details with a stable code. Compiled into the gateway, too, which doesn't refer to the platform.</summary>
internal static class ProblemWriter
{
    /// <summary>The body is always JSON, never embedded in HTML, so apostrophes and Korean need no escaping.</summary>
    public static readonly JsonSerializerOptions Json =
        new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Writes a response.</summary>
    /// <param name="context">The request. Named in full: of the two projects one has its namespace implicitly, and takes a using of it for an error.</param>
    /// <param name="problem">HTTP status, stable code, and one sentence for people.</param>
    /// <param name="retryAfter">Seconds after which a retry makes sense; null where it does not.</param>
    /// <param name="member">An additional member; null for none.</param>
    /// <param name="cancellation">Stops writing.</param>
    public static Task WriteAsync(
        Microsoft.AspNetCore.Http.HttpContext context, (int Status, string Code, string Detail) problem, int? retryAfter, KeyValuePair<string, object?>? member, CancellationToken cancellation)
    {
        var response = context.Response;
        response.StatusCode = problem.Status;
        if (retryAfter is { } seconds)
            response.Headers.RetryAfter = seconds.ToString(CultureInfo.InvariantCulture);
        response.ContentType = "application/problem+json";
        var body = JsonSerializer.SerializeToUtf8Bytes(BodyOf(problem, Activity.Current?.TraceId.ToHexString() ?? context.TraceIdentifier, member), Json);
        response.ContentLength = body.Length;
        return response.Body.WriteAsync(body, cancellation).AsTask();
    }

    /// <summary>The members of the body.</summary>
    /// <param name="problem">HTTP status, stable code, and one sentence for people.</param>
    /// <param name="traceId">Trace id of the request.</param>
    /// <param name="member">An additional member; null for none.</param>
    public static Dictionary<string, object?> BodyOf((int Status, string Code, string Detail) problem, string traceId, KeyValuePair<string, object?>? member)
    {
        var members = new Dictionary<string, object?>
        {
            ["type"] = "about:blank",
            ["title"] = problem.Code,
            ["status"] = problem.Status,
            ["detail"] = problem.Detail,
            ["code"] = problem.Code,
            ["traceId"] = traceId,
        };
        if (member is { } more)
            members[more.Key] = more.Value;
        return members;
    }
}
