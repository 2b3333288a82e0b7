using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Simulators.Mails;

/// <summary>Requests of the shop to the mail partner: to deliver a mail. A mail sent twice is delivered twice.</summary>
internal static class MailsApi
{
    public static void MapMails(this WebApplication app, RouteGroupBuilder control)
    {
        app.MapPost("/mails", TakeAsync);

        control.MapGet("/mails", (Mailbox box) => box.Behaviour);
        control.MapPut("/mails", Behave);
        control.MapGet("/mails/box", (string? to, Mailbox box) => box.To(to));
    }

    private static async Task<Results<Accepted, StatusCodeHttpResult>> TakeAsync(Mailbox.Mail mail, Mailbox box, CancellationToken cancellation)
    {
        var behaviour = box.Behaviour;
        if (box.Fails(behaviour))
            return TypedResults.StatusCode(StatusCodes.Status500InternalServerError);
        box.Take(mail);
        await Task.Delay(behaviour.LatencyMilliseconds, cancellation);
        return behaviour.Deny ? TypedResults.StatusCode(StatusCodes.Status500InternalServerError) : TypedResults.Accepted((string?)null);
    }

    private static Results<NoContent, BadRequest<string>> Behave(MailBehaviour behaviour, Mailbox box)
    {
        if (SimulatorControl.ErrorOf(behaviour) is { } problem)
            return problem;
        box.Behaviour = behaviour;
        return TypedResults.NoContent();
    }
}
