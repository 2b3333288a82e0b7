using System.Reflection;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Mvc;

namespace Dugout.Platform.Http;

/// <summary>
/// What the API's description says of refusals: each status an operation may refuse with, and the codes it has, as the description of the answer. What
/// follows from how a route is made, it says by itself; what only its use case knows, the route names with <see cref="ProducesProblems"/>. A fault isn't described:
/// nobody is meant to get one.
/// </summary>
internal static class DescribedProblems
{
    private static readonly string[] Types = ["application/problem+json"];

    /// <summary>Names what the use case refuses with, beyond what every route of its kind does.</summary>
    public static RouteHandlerBuilder ProducesProblems(this RouteHandlerBuilder route, params Problem[] refusals) => route.WithMetadata(new Refused(refusals));

    /// <summary>Describes the refusals of all routes of a group, whenever they were added to it.</summary>
    public static void DescribeRefusals(this IEndpointConventionBuilder group) => group.Finally(Describe);

    private static void Describe(EndpointBuilder endpoint)
    {
        foreach (var status in Of(endpoint.Metadata).GroupBy(refusal => refusal.Status).ToList())
        {
            endpoint.Metadata.Add(new ProducesResponseTypeMetadata(status.Key, typeof(RefusalBody), Types)
            {
                Description = string.Join(", ", status.Select(refusal => refusal.Code).Distinct()),
            });
        }
    }

    private static IEnumerable<Problem> Of(IList<object> metadata)
    {
        yield return Problems.Invalid;
        yield return Problems.Busy;
        if (metadata.OfType<IAuthorizeData>().Any() && !metadata.OfType<IAllowAnonymous>().Any())
            yield return Problems.NotSignedIn;
        if (metadata.OfType<AuthorizationPolicy>().Any())
            yield return Problems.NotAllowed;
        if (metadata.OfType<IAcceptsMetadata>().Any())
        {
            yield return Problems.TooLarge;
            yield return Problems.UnsupportedMediaType;
        }

        if (metadata.OfType<MethodInfo>().Any(TakesKey))
        {
            yield return Problems.IdempotencyKeyMissing;
            yield return Problems.IdempotencyKeyReused;
        }

        foreach (var refusal in metadata.OfType<Refused>().SelectMany(refused => refused.Refusals))
            yield return refusal;
    }

    private static bool TakesKey(MethodInfo handler) =>
        handler.GetParameters().Any(parameter => parameter.GetCustomAttribute<FromHeaderAttribute>()?.Name == IdempotencyKey.Header);

    /// <summary>What a use case refuses with, as metadata of its route.</summary>
    private sealed record Refused(IReadOnlyList<Problem> Refusals);
}

/// <summary>A refusal as the API's description has it; see <see cref="Problem"/>. Some have a member more that says more.</summary>
/// <param name="Type">Always <c>about:blank</c>.</param>
/// <param name="Title">The code once more.</param>
/// <param name="Status">The HTTP status.</param>
/// <param name="Detail">One sentence for people.</param>
/// <param name="Code">What clients switch on; kebab-case, never changed.</param>
/// <param name="TraceId">Under which the log knows of it.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Skip)]
internal sealed record RefusalBody(string Type, string Title, int Status, string Detail, string Code, string TraceId);
