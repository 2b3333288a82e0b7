using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Accounts;

/// <summary>
/// Sets a password anew for whoever has a code that was mailed for it, ends all sessions of the account, and with them every other such code; its e-mail is confirmed, too.
/// Where they do it from the account may sign in from then on, however many fail in its name elsewhere. Refused with 400 <c>invalid</c>, 404 <c>no-such-code</c>, 503 <c>busy</c> or
/// <c>sign-in-busy</c>. Otherwise 204.
/// </summary>
public static class ResetPassword
{
    // The generation stands in the condition and changes: of all who come with a code one sets the password.
    private const string Sql = """
        UPDATE accounts SET password_hash = @hash, password_set_at = UTC_TIMESTAMP(6), generation = generation + 1, sessions_ended_at = UTC_TIMESTAMP(6), confirmed_at = COALESCE(confirmed_at, UTC_TIMESTAMP(6))
        WHERE id = @AccountId AND generation = @Generation;

        """;

    /// <summary>The code, and the password.</summary>
    /// <param name="Code">The code of the mail.</param>
    /// <param name="Next">The new password, 8 to 200 characters.</param>
    public sealed record NewPasswordRequest(string Code, string Next);

    /// <summary>Answers the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        NewPasswordRequest request, HttpContext context, Databases databases, Passwords passwords, SignInThrottle failures, KnownNetworks places, Writes writes, RevokedSessions ended,
        CancellationToken cancellation)
    {
        if ((MailedCode.ErrorOf(request.Code) ?? AccountTexts.ErrorOfNew("next", request.Next)) is { } invalid)
            return invalid;
        if (await MailedCode.FindAsync(databases, request.Code, MailWanted.Reset, cancellation) is not { } code)
            return AccountsProblems.NoSuchCode;
        if (await passwords.HashInTurnAsync(request.Next, cancellation) is not { } hash)
            return AccountsProblems.SignInBusy;
        var written = await writes.RunAsync(Sql, new { hash, code.AccountId, code.Generation }, _ => null, cancellation);
        if (written.Value is not { } done)
            return written.Refusal!;
        if (done.Changed == 0)
            return AccountsProblems.NoSuchCode;

        ended.Add(code.AccountId, code.Generation + 1);
        var place = KnownNetworks.PlaceOf(context.Connection.RemoteIpAddress);
        await places.TryRememberAsync(code.AccountId, place, cancellation);
        await failures.ForgiveAsync(code.AccountId, place, cancellation);
        return TypedResults.NoContent();
    }
}
