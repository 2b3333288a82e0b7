using System.Net;
using System.Net.Http.Headers;
using System.Text;

namespace Dugout.Features.Tests.Safety;

/// <summary>A request to be sent as it is, byte for byte.</summary>
/// <param name="Operation">The operation it is meant for.</param>
/// <param name="Method">Its method.</param>
/// <param name="Target">Path and query, escaped as they are to be sent.</param>
/// <param name="Headers">Its headers; the body's own among them.</param>
/// <param name="Body">The body; null for none.</param>
/// <param name="IsChunked">Whether the body is sent without a length.</param>
/// <param name="What">What is wrong with it.</param>
internal sealed record HostileRequest(
    Operation Operation, string Method, string Target, IReadOnlyList<(string Name, string Value)> Headers, byte[]? Body, bool IsChunked, IReadOnlyList<string> What)
{
    /// <summary>Whether the server may hang up before it has read all of it.</summary>
    public bool IsTooLarge => Body is { Length: > 64 * 1024 } || Target.Length + Headers.Sum(header => header.Name.Length + header.Value.Length) > 8_000;

    /// <summary>A client that sends exactly the given request.</summary>
    public static HttpClient Client(Uri address) => new(new SocketsHttpHandler
    {
        UseProxy = false,
        UseCookies = false,
        AllowAutoRedirect = false,
        ActivityHeadersPropagator = null,
        RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8,
        ResponseHeaderEncodingSelector = (_, _) => Encoding.UTF8,
    })
    {
        BaseAddress = address,
        Timeout = Timeout.InfiniteTimeSpan,
    };

    /// <summary>Sends it.</summary>
    /// <exception cref="HttpRequestException">The connection broke off.</exception>
    /// <exception cref="OperationCanceledException">There was no response in time.</exception>
    public async Task<HostileAnswer> SendAsync(HttpClient replica, TimeSpan deadline)
    {
        ArgumentNullException.ThrowIfNull(replica);
        var address = new Uri(replica.BaseAddress!.GetLeftPart(UriPartial.Authority) + Target, new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true });
        using var request = new HttpRequestMessage(new HttpMethod(Method), address);
        if (Body is not null)
            request.Content = IsChunked ? new StreamContent(new Unsized(Body)) : new ByteArrayContent(Body);
        foreach (var (name, value) in Headers)
        {
            if (!name.StartsWith("Content-", StringComparison.Ordinal))
                request.Headers.TryAddWithoutValidation(name, value);
            else if (request.Content is { } content)
                content.Headers.TryAddWithoutValidation(name, value);
        }

        using var patience = new CancellationTokenSource(deadline);
        using var response = await replica.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, patience.Token);
        var type = response.Content.Headers.ContentType;
        var text = Answer.HasText(response) ? await response.Content.ReadAsStringAsync(patience.Token) : "";
        return new(new(response.StatusCode, text, response.Headers), type);
    }

    /// <summary>To repeat it manually.</summary>
    public override string ToString() =>
        $"{Method} {Target[..Math.Min(Target.Length, 300)]} [{string.Join("; ", What)}] {string.Join(", ", Headers.Where(header => header.Name != "Authorization").Select(Shortly))} "
        + (Body is null ? "" : Encoding.UTF8.GetString(Body.AsSpan(0, Math.Min(Body.Length, 300))));

    private static string Shortly((string Name, string Value) header) => $"{header.Name}: {header.Value[..Math.Min(header.Value.Length, 80)]}";

    /// <summary>A stream of unknown length, so that it is sent in chunks.</summary>
    private sealed class Unsized(byte[] bytes) : MemoryStream(bytes)
    {
        public override bool CanSeek => false;
    }
}

/// <summary>A response, with the type of its body.</summary>
internal sealed record HostileAnswer(Answer Answer, MediaTypeHeaderValue? Type)
{
    /// <summary>The defect of a response; null where there is none.</summary>
    public string? FaultOf(HostileRequest request)
    {
        var status = (int)Answer.Status;
        // The server's parser rejects it before any of our code runs.
        if (!Answer.Headers.Contains("X-Served-By"))
            return status is 400 or 408 or 411 or 414 or 431 or 505 && Answer.Body.Length == 0 ? null : $"{status}, and none of ours";
        if (status >= 500 && Answer is not { Status: HttpStatusCode.ServiceUnavailable, Code: "busy" or "sign-in-busy" })
            return $"{status} {Answer.Code}";
        if (request.Method != request.Operation.Method)
            return status == 405 && (Answer.Code == "method-not-allowed" || request.Method == "HEAD") ? null : $"{status} {Answer.Code} to another method";
        if (!request.Operation.Answers.TryGetValue(status, out var described))
            return $"{status} isn't described, and answered as {Answer.Code}";
        if (status < 400)
            return BreakOf(request, status);
        if (Type?.MediaType != "application/problem+json" || Answer.Code is not { } code || Answer.Json.GetProperty("traceId").GetString() is not { Length: 32 })
            return $"{status} is no problem: {Answer.Body}";
        return described.Split(", ").Contains(code) ? null : $"{status} isn't described as {code}";
    }

    /// <summary>The body violates its schema.</summary>
    private string? BreakOf(HostileRequest request, int status)
    {
        if (request.Operation.SchemaOf(status) is not { } schema || Type?.MediaType != "application/json")
            return null;
        return request.Operation.Document.BreakOf(schema, Answer.Json) is { } broken ? $"{status}, and {broken}" : null;
    }
}
