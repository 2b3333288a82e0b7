using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Accounts;

/// <summary>
/// Sets a new password with a mailed code, revokes all sessions of the account and all its other reset codes, and confirms its e-mail. The network of the request becomes a known
/// network, so failed sign-ins elsewhere no longer affect it. Returns 204. Errors: 400 <c>invalid</c>, 404 <c>no-such-code</c>, 503 <c>busy</c> or <c>sign-in-busy</c>.
/// </summary>
public static class ResetPassword
{
    // The condition contains the security stamp and the update changes it: of several concurrent requests with a code only one
    // sets the password.
    private const string Sql = """
        UPDATE accounts SET password_hash = @hash, password_set_at = UTC_TIMESTAMP(6), generation = generation + 1, sessions_ended_at = UTC_TIMESTAMP(6), confirmed_at = COALESCE(confirmed_at, UTC_TIMESTAMP(6))
        WHERE id = @AccountId AND generation = @Generation;

        """;

    /// <summary>The code and the new password.</summary>
    /// <param name="Code">The code from the mail.</param>
    /// <param name="Next">The new password, 8 to 200 characters.</param>
    /// <example>{"code":"0f1e2d3c4b5a69788796a5b4c3d2e1f0","next":"to-the-ball-game-2028"}</example>
    public sealed record NewPasswordRequest(
        [property: Characters(MailedCode.Length, MailedCode.Length)] string Code,
        [property: Characters(AccountTexts.ShortestPassword, AccountTexts.LongestPassword)] string Next);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        NewPasswordRequest request, Databases databases, PasswordGuard passwords, PrimaryTransaction transaction, RevokedSessions ended, CancellationToken cancellation)
    {
        if (await MailedCode.FindAsync(databases, request.Code, MailWanted.Reset, cancellation) is not { } code)
            return AccountsProblems.NoSuchCode;
        if (await passwords.HashAsync(request.Next, cancellation) is not { } hash)
            return AccountsProblems.SignInBusy;
        var written = await transaction.RunAsync(Sql, new { hash, code.AccountId, code.Generation }, _ => null, cancellation);
        if (written.Value is not { } done)
            return written.Problem!;
        if (done.Rows == 0)
            return AccountsProblems.NoSuchCode;

        ended.Add(code.AccountId, code.Generation + 1);
        await passwords.TryRememberNetworkAsync(code.AccountId, cancellation);
        await passwords.ForgiveAsync(code.AccountId, cancellation);
        return TypedResults.NoContent();
    }
}
