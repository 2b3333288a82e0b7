using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Simulators.Payments;

/// <summary>Requests of the shop to the payment partner, and control requests of tests that set its behaviour.</summary>
internal static class PaymentsApi
{
    /// <summary>A payment request.</summary>
    public sealed record ChargeRequest(string Key, long Amount);

    /// <summary>A payment as returned to the shop.</summary>
    public sealed record PaymentAnswer(string PaymentId, string Key, long Amount, string State);

    /// <summary>A payment as stored by the partner, for tests.</summary>
    public sealed record BookLine(string PaymentId, string Key, long Amount, string State, int Asked);

    public static void MapPayments(this WebApplication app, RouteGroupBuilder control)
    {
        app.MapPost("/payments", ChargeAsync);
        app.MapGet("/payments/{key}", FindAsync);
        app.MapPost("/payments/{key}/refund", ReturnAsync);

        control.MapGet("/payments", (Control control) => control.Behaviour);
        control.MapPut("/payments", Behave);
        control.MapGet("/payments/book", (Book book, TimeProvider clock) => book.All.Select(payment =>
            new BookLine(payment.PaymentId, payment.Key, payment.Amount, payment.StateAt(clock.GetUtcNow()), payment.Asked)));
    }

    private static async Task<Results<Ok<PaymentAnswer>, Conflict, StatusCodeHttpResult>> ChargeAsync(
        ChargeRequest wanted, Book book, Control control, Callbacks callbacks, TimeProvider clock, CancellationToken cancellation)
    {
        var behaviour = control.Behaviour;
        if (control.Fails(behaviour))
            return TypedResults.StatusCode(StatusCodes.Status500InternalServerError);
        var payment = book.Charge(wanted.Key, wanted.Amount, behaviour);
        if (payment.ReturnedAt is null && payment.Amount != wanted.Amount)
            return TypedResults.Conflict();
        if (payment.Asked == 1)
            _ = callbacks.SendAsync(payment, behaviour);

        await Task.Delay(behaviour.Reply == Reply.Never ? Timeout.Infinite : behaviour.LatencyMilliseconds, cancellation);
        return TypedResults.Ok(AnswerOf(payment, behaviour.Reply == Reply.Later ? "pending" : payment.StateAt(clock.GetUtcNow())));
    }

    private static async Task<Results<Ok<PaymentAnswer>, NotFound, StatusCodeHttpResult>> FindAsync(
        string key, Book book, Control control, TimeProvider clock, CancellationToken cancellation)
    {
        var behaviour = control.Behaviour;
        if (control.Fails(behaviour))
            return TypedResults.StatusCode(StatusCodes.Status500InternalServerError);
        await Task.Delay(behaviour.LatencyMilliseconds, cancellation);
        return book.Find(key) is { } payment ? TypedResults.Ok(AnswerOf(payment, payment.StateAt(clock.GetUtcNow()))) : TypedResults.NotFound();
    }

    private static async Task<Results<Ok<PaymentAnswer>, StatusCodeHttpResult>> ReturnAsync(
        string key, Book book, Control control, TimeProvider clock, CancellationToken cancellation)
    {
        var behaviour = control.Behaviour;
        if (control.Fails(behaviour))
            return TypedResults.StatusCode(StatusCodes.Status500InternalServerError);
        await Task.Delay(behaviour.LatencyMilliseconds, cancellation);
        var payment = book.Return(key);
        return TypedResults.Ok(AnswerOf(payment, payment.StateAt(clock.GetUtcNow())));
    }

    private static Results<NoContent, BadRequest<string>> Behave(Behaviour behaviour, Control control)
    {
        if (SimulatorControl.ErrorOf(behaviour) is { } problem)
            return problem;
        control.Behaviour = behaviour;
        return TypedResults.NoContent();
    }

    private static PaymentAnswer AnswerOf(Payment payment, string state) => new(payment.PaymentId, payment.Key, payment.Amount, state);
}
