using System.Collections.Concurrent;
using System.Globalization;
using Dugout.Platform.Caching;
using Yarp.ReverseProxy.Transforms;

namespace Dugout.Gateway.Caching;

/// <summary>
/// Routes whose state never goes back, whichever replica responds: their metadata has <c>Version</c>. Copies of different replicas differ by their age; the gateway requires of each the
/// greatest version that it has received, and no longer uses a cached response with a lower one, such as that of a request that took longer than a later one.
/// </summary>
internal static class VersionedRoutes
{
    private const string Setting = "Version";

    /// <summary>Whether the route of a request has versions. Its responses are the same for everybody, whatever a client has written, so a consistency token demands nothing of them.</summary>
    public static bool HasVersion(HttpContext context) => context.GetRouteModel().Config.Metadata?.ContainsKey(Setting) is true;

    /// <summary>Adds the versions.</summary>
    public static IReverseProxyBuilder AddVersions(this IReverseProxyBuilder proxy) => proxy.AddTransforms(routes =>
    {
        if (routes.Route.Metadata?.ContainsKey(Setting) is not true)
            return;
        var versions = new ConcurrentDictionary<string, GreatestVersion>(StringComparer.OrdinalIgnoreCase);
        routes.AddRequestTransform(request =>
        {
            // A client's own is removed: it could make replicas query the primary for each request.
            request.ProxyRequest.Headers.Remove(SharedCacheHeaders.Version);
            if (versions.TryGetValue(request.Path, out var version))
                request.ProxyRequest.Headers.Add(SharedCacheHeaders.Version, version.Number.ToString(CultureInfo.InvariantCulture));
            return ValueTask.CompletedTask;
        });
        routes.AddResponseTransform(response =>
        {
            if (response.ProxyResponse?.Headers.TryGetValues(SharedCacheHeaders.Version, out var values) is true
                && long.TryParse(string.Concat(values), NumberStyles.None, CultureInfo.InvariantCulture, out var version))
                response.HttpContext.Features.Set(versions.GetOrAdd(response.HttpContext.Request.Path, _ => new()).Receive(version));
            return ValueTask.CompletedTask;
        });
    });
}
