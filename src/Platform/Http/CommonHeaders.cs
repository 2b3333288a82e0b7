namespace Dugout.Platform.Http;

/// <summary>
/// Headers of every response: the name of the process, no sniffing of content types, and <c>no-store</c> unless the response has caching headers. Compiled into the API and the gateway.
/// </summary>
/// <param name="servedBy">The name.</param>
internal sealed class CommonHeaders(string servedBy)
{
    public void AddTo(Microsoft.AspNetCore.Http.IHeaderDictionary headers)
    {
        headers["X-Served-By"] = servedBy;
        // Declared content types must not be sniffed. A response without caching headers is private or valid only for this moment.
        headers.XContentTypeOptions = "nosniff";
        if (headers.CacheControl.Count == 0)
            headers.CacheControl = "no-store";
    }
}
