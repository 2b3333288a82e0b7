using System.Buffers;
using System.Collections;
using System.Diagnostics;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Dugout.Platform.Http;

/// <summary>
/// Writes error responses: RFC 9457 problem details with a stable code. Compiled into the gateway, too, which doesn't refer to the platform. Most responses of a sold-out sale are
/// errors, so each thread reuses one buffer.
/// </summary>
internal static class ProblemWriter
{
    private const int UsualBytes = 512;

    /// <summary>The body is always JSON, never embedded in HTML, so apostrophes and Korean need no escaping.</summary>
    private static readonly JsonSerializerOptions Json =
        new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    [ThreadStatic]
    private static ArrayBufferWriter<byte>? _buffer;

    [ThreadStatic]
    private static Utf8JsonWriter? _writer;

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
        var body = BodyOf(problem, Activity.Current?.TraceId.ToHexString() ?? context.TraceIdentifier, member);
        response.ContentLength = body.Length;
        response.BodyWriter.Write(body);
        var flushed = response.BodyWriter.FlushAsync(cancellation);
        return flushed.IsCompletedSuccessfully ? Task.CompletedTask : flushed.AsTask();
    }

    /// <summary>The body, valid until the thread writes another one.</summary>
    /// <param name="problem">HTTP status, stable code, and one sentence for people.</param>
    /// <param name="traceId">Trace id of the request.</param>
    /// <param name="member">An additional member; null for none.</param>
    public static ReadOnlySpan<byte> BodyOf((int Status, string Code, string Detail) problem, string traceId, KeyValuePair<string, object?>? member)
    {
        var buffer = _buffer ??= new(UsualBytes);
        var json = _writer ??= new(buffer, new() { Encoder = Json.Encoder });
        buffer.ResetWrittenCount();
        json.Reset();
        json.WriteStartObject();
        json.WriteString("type"u8, "about:blank"u8);
        json.WriteString("title"u8, problem.Code);
        json.WriteNumber("status"u8, problem.Status);
        json.WriteString("detail"u8, problem.Detail);
        json.WriteString("code"u8, problem.Code);
        json.WriteString("traceId"u8, traceId);
        if (member is { } more)
        {
            json.WritePropertyName(more.Key);
            WriteValue(json, more.Value);
        }

        json.WriteEndObject();
        json.Flush();
        return buffer.WrittenSpan;
    }

    /// <summary>Items of a list one by one: for the objects inside a list the serializer would allocate a stack.</summary>
    private static void WriteValue(Utf8JsonWriter json, object? value)
    {
        if (value is not IList items)
        {
            JsonSerializer.Serialize(json, value, value?.GetType() ?? typeof(object), Json);
            return;
        }

        json.WriteStartArray();
        foreach (var item in items)
            JsonSerializer.Serialize(json, item, item?.GetType() ?? typeof(object), Json);
        json.WriteEndArray();
    }
}
