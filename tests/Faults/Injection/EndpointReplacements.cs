using System.Collections.Concurrent;
using System.Reflection;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Routing.Matching;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Dugout.Faults.Injection;

/// <summary>Another handler for an endpoint of the product, or a filter around the handler it has.</summary>
/// <param name="Replaced">The product's handler.</param>
/// <param name="Handler">What runs instead.</param>
/// <param name="Filter">What runs around it; null for nothing.</param>
internal sealed record EndpointReplacement(MethodInfo Replaced, Delegate Handler, Func<IServiceProvider, IEndpointFilter>? Filter);

/// <summary>
/// Serves requests to endpoints of the product by other handlers. Routing asks every <see cref="MatcherPolicy"/> of the host before it settles on an
/// endpoint; this one replaces those whose handler it knows. Route, metadata and so authorisation and limits stay as they are.
/// </summary>
internal sealed class EndpointReplacements(IEnumerable<EndpointReplacement> replacements, IServiceProvider services) : MatcherPolicy, IEndpointSelectorPolicy
{
    private readonly ILookup<MethodInfo, EndpointReplacement> _replacements = replacements.ToLookup(replacement => replacement.Replaced);
    private readonly ConcurrentDictionary<RouteEndpoint, Lazy<RouteEndpoint>> _made = new();

    /// <summary>Runs last: selection by host, method and content type is done.</summary>
    public override int Order => int.MaxValue;

    /// <inheritdoc/>
    public bool AppliesToEndpoints(IReadOnlyList<Endpoint> endpoints) => endpoints.Any(endpoint => Of(endpoint).Count > 0);

    /// <inheritdoc/>
    public Task ApplyAsync(HttpContext httpContext, CandidateSet candidates)
    {
        ArgumentNullException.ThrowIfNull(candidates);
        for (var index = 0; index < candidates.Count; index++)
        {
            if (candidates.IsValidCandidate(index) && candidates[index].Endpoint is RouteEndpoint endpoint && Of(endpoint) is { Count: > 0 } found)
                candidates.ReplaceEndpoint(index, _made.GetOrAdd(endpoint, _ => new(() => Make(endpoint, found))).Value, candidates[index].Values);
        }

        return Task.CompletedTask;
    }

    private List<EndpointReplacement> Of(Endpoint endpoint) => endpoint.Metadata.GetMetadata<MethodInfo>() is { } handler ? [.. _replacements[handler]] : [];

    /// <summary>With the handler that was named last, and the filters of all.</summary>
    private RouteEndpoint Make(RouteEndpoint endpoint, List<EndpointReplacement> found)
    {
        var filters = new RouteEndpointBuilder(requestDelegate: null, endpoint.RoutePattern, endpoint.Order) { ApplicationServices = services };
        foreach (var filter in found.Select(replacement => replacement.Filter?.Invoke(services)).OfType<IEndpointFilter>())
            filters.FilterFactories.Add((_, next) => context => filter.InvokeAsync(context, next));
        var made = RequestDelegateFactory.Create(found[^1].Handler, new()
        {
            ServiceProvider = services,
            RouteParameterNames = endpoint.RoutePattern.Parameters.Select(parameter => parameter.Name),
            ThrowOnBadRequest = services.GetRequiredService<IOptions<RouteHandlerOptions>>().Value.ThrowOnBadRequest,
            EndpointBuilder = filters,
        });
        return new RouteEndpoint(made.RequestDelegate, endpoint.RoutePattern, endpoint.Order, endpoint.Metadata, endpoint.DisplayName);
    }
}
