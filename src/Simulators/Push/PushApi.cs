using System.Security.Cryptography;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Simulators.Push;

/// <summary>Requests of the shop to the push partner: to show a message on a device, once per key however often it is sent; and to issue an access token for that.</summary>
internal static class PushApi
{
    private const int TokenBytes = 32;

    /// <summary>An access token.</summary>
    public sealed record AccessToken(string Token, int ExpiresInSeconds);

    public static void MapPush(this WebApplication app, RouteGroupBuilder control)
    {
        app.MapPost("/push/tokens", GiveTokenAsync);
        app.MapPost("/push/messages", TakeAsync);

        control.MapGet("/push", (PushBook book) => book.Behaviour);
        control.MapPut("/push", Behave);
        control.MapGet("/push/book", (string? to, PushBook book) => book.To(to));
        control.MapGet("/push/counts", (PushBook book) => book.Counted());
        control.MapDelete("/push/book", (PushBook book) => book.Clear());
    }

    private static async Task<Ok<AccessToken>> GiveTokenAsync(PushBook book, CancellationToken cancellation)
    {
        await book.ThawedAsync(cancellation);
        var behaviour = book.Behaviour;
        book.TokenGiven();
        await Task.Delay(behaviour.TokenMilliseconds, cancellation);
        return TypedResults.Ok(new AccessToken(Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(TokenBytes)), behaviour.TokenSeconds));
    }

    private static async Task<Results<Accepted, StatusCodeHttpResult>> TakeAsync(PushBook.Message message, PushBook book, CancellationToken cancellation)
    {
        await book.ThawedAsync(cancellation);
        var behaviour = book.Behaviour;
        if (book.Fails(behaviour))
            return TypedResults.StatusCode(StatusCodes.Status500InternalServerError);
        if (!book.Take(message))
            return TypedResults.StatusCode(StatusCodes.Status507InsufficientStorage);
        await Task.Delay(behaviour.LatencyMilliseconds, cancellation);
        return behaviour.Deny ? TypedResults.StatusCode(StatusCodes.Status500InternalServerError) : TypedResults.Accepted((string?)null);
    }

    private static Results<NoContent, BadRequest<string>> Behave(PushBehaviour behaviour, PushBook book)
    {
        if (SimulatorControl.ErrorOf(behaviour) is { } problem)
            return problem;
        book.Behaviour = behaviour;
        return TypedResults.NoContent();
    }
}
