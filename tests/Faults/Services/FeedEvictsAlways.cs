using Dugout.Features.Feed;
using Microsoft.AspNetCore.Http;

namespace Dugout.Faults.Services;

/// <summary>Around likes and comments of the feed: every one that is written evicts the cached first page, whether that shows the post or not.</summary>
internal sealed class FeedEvictsAlways(CacheInvalidation evictions) : IEndpointFilter
{
    /// <inheritdoc/>
    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(next);
        var result = await next(context);
        // The commit position that the write has put into the response.
        if (context.HttpContext.Response.Headers[ConsistencyToken.Header] is not [{ Length: > 0 } position])
            return result;
        try
        {
            await evictions.EvictAsync([FeedResponses.Tag], position);
        }
        catch (RedisUnavailableException)
        {
            // Caches trust the page for one second more, as they do in the product.
        }

        return result;
    }
}
