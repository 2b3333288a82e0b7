using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// The bytes of a picture. Anonymous access for clients that know its unguessable id. Read from the store without a database
/// query. The content type comes from the bytes, and the response disables content sniffing in browsers. A picture never changes,
/// so clients may cache it for a day. Returns 200. Errors: 404 <c>no-such-picture</c>, 503 <c>busy</c> while the store is
/// unavailable.
/// </summary>
public static class ShowPicture
{
    private const string Life = "public, max-age=86400, immutable";

    /// <summary>Handles the request.</summary>
    public static async Task<Results<FileContentHttpResult, Problem>> Handle(
        long pictureId, HttpResponse response, IPictureStore store, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(response);
        byte[]? bytes;
        try
        {
            bytes = await store.FindAsync(pictureId, cancellation);
        }
        catch (PictureStoreUnavailableException)
        {
            return Problems.Busy;
        }

        if (bytes is null || Picture.Of(bytes) is not { } picture)
            return FeedProblems.NoSuchPicture;
        response.Headers.CacheControl = Life;
        return TypedResults.Bytes(bytes, Picture.MediaTypeOf(picture.Kind));
    }
}
