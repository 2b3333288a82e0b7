using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed.Pictures;

/// <summary>
/// The bytes of a picture. Anybody may ask who knows its id, which nobody guesses. It comes from the store, and no database is asked. What it is, its
/// bytes say once more; a browser is told not to look for itself. It never changes, so clients may keep it for a day. 200, 404 <c>no-such-picture</c>,
/// 503 <c>busy</c> while the store is away.
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
