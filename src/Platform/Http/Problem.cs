using System.Text.Json.Nodes;
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
    private KeyValuePair<string, object?>? Member { get; init; }

    int? IStatusCodeHttpResult.StatusCode => Status;

    /// <summary>Returns the same error with one additional member.</summary>
    public Problem With(string member, object? value) => this with { Member = new(member, value) };

    /// <summary>The body of the response to an imaginary request, for the OpenAPI document.</summary>
    public JsonNode? Example() =>
        JsonNode.Parse(ProblemWriter.BodyOf((Status, Code, Detail), "1f3a5c7e9b2d4f6081a3c5e7092b4d6f", Member));

    /// <summary>Returns the error of one field of the request.</summary>
    public static Problem InvalidField(string field, string why) =>
        Problems.Invalid.With("errors", new Dictionary<string, string[]> { [field] = [why] });

    /// <summary>Counts the error and writes the response; also called by middleware, which has no handler to return it from.</summary>
    public Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        httpContext.RequestServices.GetRequiredService<ErrorCounts>().Count(Code);
        // Written without the request's token: this response may report that exactly this token was cancelled by the deadline.
        return ProblemWriter.WriteAsync(httpContext, (Status, Code, Detail), RetryAfter, Member, CancellationToken.None);
    }
}
