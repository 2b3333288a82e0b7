using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Logging;

namespace Dugout.Features.Feed;

/// <summary>
/// Uploads a picture of the signed-in account for a later post. Type and size are read from its bytes; the declared type is
/// ignored. Its row is written before the upload to the store and marked as stored afterwards: two short writes, without a
/// transaction or connection during the upload. A picture that is never used, or not confirmed as stored, is deleted later, see
/// <see cref="CollectPictures"/>. Returns 201. Errors: 413 <c>too-large</c> above 1 MiB or 4,096 pixels per side, 415
/// <c>unsupported-media-type</c> for anything except PNG, JPEG or GIF, 503 <c>busy</c> while the store is unavailable.
/// </summary>
public static class UploadPicture
{
    private const int ChunkBytes = 64 * 1024;

    /// <summary>The picture.</summary>
    /// <param name="PictureId">Its id, for use in a post.</param>
    /// <param name="Kind"><c>png</c>, <c>jpeg</c> or <c>gif</c>.</param>
    /// <param name="Width">Width in pixels.</param>
    /// <param name="Height">Height in pixels.</param>
    /// <example>{"pictureId":3162277660170100,"kind":"jpeg","width":1200,"height":800}</example>
    public sealed record PictureAnswer(long PictureId, string Kind, int Width, int Height);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<PictureAnswer>, Problem>> Handle(
        HttpRequest request, CurrentAccount account, PictureRows rows, IPictureStore store, Deadline deadline, ILogger<HttpPictureStore> log, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (await ReadAsync(request.Body, cancellation) is not { } bytes)
            return Problems.TooLarge;
        if (Picture.Of(bytes) is not { } picture)
            return Problems.UnsupportedMediaType with { Detail = "Send a PNG, JPEG or GIF picture." };
        if (!picture.Fits)
            return Problems.TooLarge with { Detail = $"Send a picture of 1 to {Picture.MaxSide} pixels per side." };

        var pictureId = Ids.New();
        await rows.BeginAsync(pictureId, account.Id, picture.Kind, bytes.Length);
        try
        {
            await store.PutAsync(pictureId, picture.Kind, bytes, deadline.Token);
        }
        catch (PictureStoreUnavailableException away)
        {
            log.LogWarning("Could not store picture {Picture}: {Reason}; the request gets 503", pictureId, away.Message);
            return Problems.Busy;
        }

        await rows.StoredAsync(pictureId);
        return TypedResults.Created($"/api/pictures/{pictureId}", new PictureAnswer(pictureId, picture.Kind, picture.Width, picture.Height));
    }

    /// <summary>The whole body; null if it exceeds the size limit. If the server has rejected it already, the server's error applies.</summary>
    private static async Task<byte[]?> ReadAsync(Stream body, CancellationToken cancellation)
    {
        using var whole = new MemoryStream();
        var chunk = new byte[ChunkBytes];
        int read;
        while ((read = await body.ReadAsync(chunk, cancellation)) > 0)
        {
            if (whole.Length + read > Picture.MaxBytes)
                return null;
            whole.Write(chunk, 0, read);
        }

        return whole.ToArray();
    }
}
