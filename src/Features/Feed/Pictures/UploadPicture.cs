using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Logging;

namespace Dugout.Features.Feed.Pictures;

/// <summary>
/// Takes a picture of the signed-in account, for a post it will write. What it is, and how large, its bytes say, whatever its sender calls it. Its row is written before it is put into the
/// store, and marked afterwards: two short writes, and neither transaction nor connection while the store is waited for. One that is never shown, or of which
/// it isn't known whether it came to the store, is collected later, see <see cref="CollectPictures"/>. 201, 413 <c>too-large</c> for more than a MiB or
/// sides of more than 4,096 pixels, 415 <c>unsupported-media-type</c> for what is no PNG, JPEG or GIF, 503 <c>busy</c> while the store is away.
/// </summary>
public static class UploadPicture
{
    private const int ChunkBytes = 64 * 1024;

    private const string Begin = "INSERT INTO pictures (id, account_id, kind, size, begun_at) VALUES (@pictureId, @accountId, @Kind, @size, @now)";

    /// <summary>The place in the primary's history is told by whatever shows the picture.</summary>
    private const string Done = "UPDATE pictures SET stored_at = @now WHERE id = @pictureId AND stored_at IS NULL AND collected_at IS NULL";

    /// <summary>The picture.</summary>
    /// <param name="PictureId">Its id: to be given with a post.</param>
    /// <param name="Kind"><c>png</c>, <c>jpeg</c> or <c>gif</c>.</param>
    /// <param name="Width">Pixels from left to right.</param>
    /// <param name="Height">Pixels from top to bottom.</param>
    public sealed record PictureAnswer(long PictureId, string Kind, int Width, int Height);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<PictureAnswer>, Problem>> Handle(
        HttpRequest request, CurrentAccount account, Databases databases, IPictureStore store, Deadline deadline, TimeProvider clock,
        ILogger<HttpPictureStore> log, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (await ReadAsync(request.Body, cancellation) is not { } bytes)
            return Problems.TooLarge;
        if (Picture.Of(bytes) is not { } picture)
            return Problems.UnsupportedMediaType with { Detail = "Send a picture: PNG, JPEG or GIF." };
        if (!picture.Fits)
            return Problems.TooLarge with { Detail = $"The sides of a picture have 1 to {Picture.MaxSide} pixels." };

        var pictureId = Ids.New();
        await WriteAsync(databases, Begin, new { pictureId, accountId = account.Id, picture.Kind, size = bytes.Length, now = Now() }, deadline);
        try
        {
            await store.PutAsync(pictureId, picture.Kind, bytes, deadline.Token);
        }
        catch (PictureStoreUnavailableException away)
        {
            log.LogWarning("A picture was not taken: {Reason}", away.Message);
            return Problems.Busy;
        }

        await WriteAsync(databases, Done, new { pictureId, now = Now() }, deadline);
        return TypedResults.Created($"/api/pictures/{pictureId}", new PictureAnswer(pictureId, picture.Kind, picture.Width, picture.Height));

        DateTime Now() => clock.GetUtcNow().UtcDateTime.Microseconds();
    }

    /// <summary>One statement that commits by itself, over a connection that is given back at once.</summary>
    private static async Task WriteAsync(Databases databases, string sql, object values, Deadline deadline)
    {
        await using var connection = await databases.OpenPrimaryAsync(deadline.Token);
        try
        {
            await connection.ExecuteAsync(new(sql, values, cancellationToken: deadline.Token));
        }
        catch (Exception error) when (error.LeavesOutcomeOpen())
        {
            throw new OutcomeUnknownException(error);
        }
    }

    /// <summary>The whole body; null where it is longer than a picture may be. Where the server has refused it by then, it says so itself.</summary>
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
