using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Configuration;

namespace Dugout.Platform.Http;

/// <summary>Headers of every response: the replica's name (setting <c>ReplicaName</c>, by default the machine's), no sniffing of content types, and <c>no-store</c> unless the response has caching headers.</summary>
internal sealed class CommonHeaders(IConfiguration configuration)
{
    private readonly string _replica = configuration["ReplicaName"] ?? Environment.MachineName;

    public void AddTo(IHeaderDictionary headers)
    {
        headers["X-Served-By"] = _replica;
        // Declared content types must not be sniffed. A response without caching headers is private or valid only for this moment.
        headers.XContentTypeOptions = "nosniff";
        if (headers.CacheControl.Count == 0)
            headers.CacheControl = "no-store";
    }
}
