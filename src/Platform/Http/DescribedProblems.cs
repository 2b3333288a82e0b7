using System.Reflection;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Mvc;

namespace Dugout.Platform.Http;

/// <summary>
/// Describes errors in the OpenAPI document: each error status of an operation, with its codes as the description of the response. Errors that
/// follow from how a route is built are added automatically; those of its use case are declared on the route with <see cref="ProducesProblems"/>. Faults are not described,
/// because no client is meant to receive one.
/// </summary>
internal static class DescribedProblems
{
    private static readonly string[] Types = ["application/problem+json"];

    /// <summary>Declares the errors of the use case, beyond those of every route of its kind.</summary>
    public static RouteHandlerBuilder ProducesProblems(this RouteHandlerBuilder route, params Problem[] problems) => route.WithMetadata(new RouteProblems(problems));

    /// <summary>Describes the errors of all routes of a group, including routes added later.</summary>
    public static void DescribeProblems(this IEndpointConventionBuilder group) => group.Finally(Describe);

    private static void Describe(EndpointBuilder endpoint)
    {
        PossibleProblems possible = new([.. Of(endpoint.Metadata)]);
        endpoint.Metadata.Add(possible);
        foreach (var status in possible.All.GroupBy(problem => problem.Status))
        {
            endpoint.Metadata.Add(new ProducesResponseTypeMetadata(status.Key, typeof(ProblemBody), Types)
            {
                Description = string.Join(", ", status.Select(problem => problem.Code).Distinct()),
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

        foreach (var problem in metadata.OfType<RouteProblems>().SelectMany(route => route.All))
            yield return problem;
    }

    private static bool TakesKey(MethodInfo handler) =>
        handler.GetParameters().Any(parameter => parameter.GetCustomAttribute<FromHeaderAttribute>()?.Name == IdempotencyKey.Header);

    /// <summary>The errors of a use case, as metadata of its route.</summary>
    private sealed record RouteProblems(IReadOnlyList<Problem> All);
}

/// <summary>The errors that a route can return, as its metadata.</summary>
/// <param name="All">The errors; a code may occur with several statuses or details.</param>
public sealed record PossibleProblems(IReadOnlyList<Problem> All);

/// <summary>
/// An error (RFC 9457). Nothing was changed, unless the status is 500 or 502. Some errors have one additional member with details, as their examples show.
/// </summary>
/// <param name="Type">Always <c>about:blank</c>.</param>
/// <param name="Title">The code.</param>
/// <param name="Status">The HTTP status.</param>
/// <param name="Detail">One sentence for people.</param>
/// <param name="Code">Stable code for clients; kebab-case, never changed.</param>
/// <param name="TraceId">Trace id of the request in the log.</param>
/// <param name="Errors">Of the error <c>invalid</c>: what is wrong, by the name of the request member.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Skip)]
public sealed record ProblemBody(
    string Type, string Title, int Status, string Detail, string Code, string TraceId, IReadOnlyDictionary<string, IReadOnlyList<string>>? Errors = null);
