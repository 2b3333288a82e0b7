using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace Dugout.Simulators.Pictures;

/// <summary>Requests of the shop to the picture store: it stores any bytes, without interpreting them.</summary>
internal static class PicturesApi
{
    /// <summary>Maximum size of a picture in bytes.</summary>
    private const int MaxBytes = 1024 * 1024;

    /// <summary>The stored pictures, and the maximum number of concurrent uploads since the behaviour was last set.</summary>
    public sealed record Inventory(IReadOnlyList<long> Pictures, int MostAtOnce);

    public static void MapPictures(this WebApplication app, RouteGroupBuilder control)
    {
        app.MapPut("/pictures/{id}", PutAsync).WithMetadata(new RequestSizeLimitAttribute(MaxBytes));
        app.MapGet("/pictures/{id}", FindAsync);
        app.MapDelete("/pictures/{id}", DeleteAsync);

        control.MapGet("/pictures", (Shelf shelf) => shelf.Behaviour);
        control.MapPut("/pictures", Behave);
        control.MapGet("/pictures/shelf", (Shelf shelf) => new Inventory(shelf.All, shelf.MostAtOnce));
    }

    private static async Task<Results<NoContent, StatusCodeHttpResult>> PutAsync(long id, HttpRequest request, Shelf shelf, CancellationToken cancellation)
    {
        var behaviour = shelf.Behaviour;
        using var bytes = new MemoryStream();
        await request.Body.CopyToAsync(bytes, cancellation);
        if (shelf.Fails(behaviour))
            return TypedResults.StatusCode(StatusCodes.Status500InternalServerError);
        await shelf.WaitToPutAsync(behaviour, cancellation);
        if (!shelf.Put(id, new(bytes.ToArray(), request.ContentType ?? "application/octet-stream")))
            return TypedResults.StatusCode(StatusCodes.Status507InsufficientStorage);
        return behaviour.DenyPuts ? TypedResults.StatusCode(StatusCodes.Status500InternalServerError) : TypedResults.NoContent();
    }

    private static async Task<Results<FileContentHttpResult, NotFound, StatusCodeHttpResult>> FindAsync(long id, Shelf shelf, CancellationToken cancellation)
    {
        var behaviour = shelf.Behaviour;
        if (shelf.Fails(behaviour))
            return TypedResults.StatusCode(StatusCodes.Status500InternalServerError);
        await Task.Delay(behaviour.LatencyMilliseconds, cancellation);
        return shelf.Find(id) is { } picture ? TypedResults.Bytes(picture.Bytes, picture.MediaType) : TypedResults.NotFound();
    }

    private static async Task<Results<NoContent, NotFound, StatusCodeHttpResult>> DeleteAsync(long id, Shelf shelf, CancellationToken cancellation)
    {
        var behaviour = shelf.Behaviour;
        if (shelf.Fails(behaviour))
            return TypedResults.StatusCode(StatusCodes.Status500InternalServerError);
        await Task.Delay(behaviour.LatencyMilliseconds, cancellation);
        return shelf.Delete(id) ? TypedResults.NoContent() : TypedResults.NotFound();
    }

    private static Results<NoContent, BadRequest<string>> Behave(PictureBehaviour behaviour, Shelf shelf)
    {
        if (SimulatorControl.ErrorOf(behaviour) is { } problem)
            return problem;
        shelf.Behaviour = behaviour;
        return TypedResults.NoContent();
    }
}
