using Dugout.Platform.Http;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Yarp.ReverseProxy.Transforms;

namespace Dugout.Gateway.Caching;

/// <summary>
/// Routes whose responses are cached. Their metadata has <c>Cache</c>: <c>Responses</c> for routes of GET and HEAD, and <c>Invalidate</c> for the operators' writes, after which the
/// same gateway serves nothing older, even if the message of the invalidation is late.
/// </summary>
internal static class CachedRoutes
{
    private const string Setting = "Cache";
    private const string Responses = "Responses";
    private const string Invalidate = "Invalidate";

    /// <summary>Adds the cache; without the connection string <c>Redis</c> it stays empty.</summary>
    public static void AddResponseCache(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptions<GatewayCacheOptions>().BindConfiguration("Gateway:Cache").ValidateDataAnnotations().ValidateOnStart();
        builder.Services.TryAddSingleton(TimeProvider.System);
        builder.Services.AddSingleton<Invalidations>();
        builder.Services.AddHostedService(services => services.GetRequiredService<Invalidations>());
        builder.Services.AddSingleton<ResponseCache>();
        builder.Services.AddShortCircuit<CachedShortCircuit>();
    }

    /// <summary>Removes the replicas' permissions from all responses, after they were read.</summary>
    public static IReverseProxyBuilder AddCachePermissions(this IReverseProxyBuilder proxy) =>
        proxy.AddTransforms(route => route.ResponseTransforms.Add(new PermissionTransform()));

    /// <summary>Must come first: what is cached needs no replica.</summary>
    public static void UseCachedRoutes(this IReverseProxyApplicationBuilder proxy)
    {
        var cache = proxy.ApplicationServices.GetRequiredService<ResponseCache>();
        var invalidations = proxy.ApplicationServices.GetRequiredService<Invalidations>();
        proxy.Use((HttpContext context, RequestDelegate next) =>
        {
            switch (context.GetRouteModel().Config.Metadata?.GetValueOrDefault(Setting))
            {
                case Responses:
                    return cache.HandleAsync(context, next);
                case Invalidate:
                    context.Response.OnStarting(() =>
                    {
                        if (context.Response.StatusCode is >= StatusCodes.Status200OK and < StatusCodes.Status300MultipleChoices)
                            invalidations.ForgetAll();
                        return Task.CompletedTask;
                    });
                    break;
            }

            return next(context);
        });
    }

    private sealed class PermissionTransform : ResponseTransform
    {
        public override ValueTask ApplyAsync(ResponseTransformContext context) => ResponseCapture.ReadAsync(context);
    }
}
