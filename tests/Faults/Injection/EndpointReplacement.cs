using System.Reflection;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Routing.Matching;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Dugout.Faults.Injection;

/// <summary>
/// Serves requests to an endpoint of the product by another handler. Routing asks every <see cref="MatcherPolicy"/> of the host before it settles on an
/// endpoint; this one replaces those whose handler it knows. Route, metadata and so authorisation and limits stay as they are.
/// </summary>
/// <param name="replaced">The product's handler.</param>
/// <param name="handler">What runs instead.</param>
/// <param name="filter">What runs around it; null for nothing.</param>
/// <param name="services">The host's.</param>
internal sealed class EndpointReplacement(MethodInfo replaced, Delegate handler, Func<IServiceProvider, IEndpointFilter>? filter, IServiceProvider services)
    : MatcherPolicy, IEndpointSelectorPolicy
{
    private readonly Lock _making = new();
    private Endpoint? _endpoint;

    /// <summary>The last one: whoever selects by host, method or content type has done so.</summary>
    public override int Order => int.MaxValue;

    /// <inheritdoc/>
    public bool AppliesToEndpoints(IReadOnlyList<Endpoint> endpoints) => endpoints.Any(IsReplaced);

    /// <inheritdoc/>
    public Task ApplyAsync(HttpContext httpContext, CandidateSet candidates)
    {
        ArgumentNullException.ThrowIfNull(candidates);
        for (var index = 0; index < candidates.Count; index++)
        {
            if (candidates.IsValidCandidate(index) && candidates[index].Endpoint is RouteEndpoint endpoint && IsReplaced(endpoint))
                candidates.ReplaceEndpoint(index, For(endpoint), candidates[index].Values);
        }

        return Task.CompletedTask;
    }

    private bool IsReplaced(Endpoint endpoint) => endpoint.Metadata.GetMetadata<MethodInfo>() == replaced;

    private Endpoint For(RouteEndpoint endpoint)
    {
        lock (_making)
            return _endpoint ??= Make(endpoint);
    }

    private RouteEndpoint Make(RouteEndpoint endpoint)
    {
        var filters = new RouteEndpointBuilder(requestDelegate: null, endpoint.RoutePattern, endpoint.Order) { ApplicationServices = services };
        if (filter?.Invoke(services) is { } around)
            filters.FilterFactories.Add((_, next) => context => around.InvokeAsync(context, next));
        var made = RequestDelegateFactory.Create(handler, new()
        {
            ServiceProvider = services,
            RouteParameterNames = endpoint.RoutePattern.Parameters.Select(parameter => parameter.Name),
            ThrowOnBadRequest = services.GetRequiredService<IOptions<RouteHandlerOptions>>().Value.ThrowOnBadRequest,
            EndpointBuilder = filters,
        });
        return new RouteEndpoint(made.RequestDelegate, endpoint.RoutePattern, endpoint.Order, endpoint.Metadata, endpoint.DisplayName);
    }
}
