using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Accounts;

/// <summary>
/// Creates an account. Anonymous access. One transaction writes the account and the outbox message for its confirmation mail; sign-in is possible before the
/// confirmation. The unique key decides which account gets an e-mail. Returns 201. Errors: 400 <c>invalid</c>, 409 <c>email-taken</c>, 429 <c>too-many-attempts</c>,
/// 503 <c>busy</c> or <c>sign-in-busy</c>.
/// </summary>
public static class SignUp
{
    // The account is inserted last, so that its id is the one returned.
    private const string Insert = """
        INSERT INTO accounts (email, nickname, password_hash, created_at) VALUES (@Email, @Nickname, @hash, @now);

        """;

    /// <summary>The new account.</summary>
    /// <param name="Email">The e-mail used to sign in, up to 254 characters.</param>
    /// <param name="Password">8 to 200 characters.</param>
    /// <param name="Nickname">The public name, 1 to 20 characters.</param>
    /// <example>{"email":"new.fan@dugout.test","password":"take-me-out-2027","nickname":"승리요정"}</example>
    public sealed record SignUpRequest(
        [property: Email] string Email,
        [property: Characters(AccountTexts.ShortestPassword, AccountTexts.LongestPassword)] string Password,
        [property: Nickname] string Nickname);

    /// <summary>The created account.</summary>
    /// <param name="Id">Its id.</param>
    /// <example>{"id":1001}</example>
    public sealed record SignedUp(long Id);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<SignedUp>, Problem>> Handle(
        SignUpRequest request, Reads reads, PasswordGuard passwords, PrimaryTransaction transaction, TimeProvider clock, CancellationToken cancellation)
    {
        if (await passwords.CountRequestAsync("sign-up", cancellation) is { } tooMany)
            return tooMany;
        if (await IsTakenAsync(reads, request.Email, cancellation))
            return AccountsProblems.EmailTaken;
        if (await passwords.HashAsync(request.Password, cancellation) is not { } hash)
            return AccountsProblems.SignInBusy;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var values = new DynamicParameters(new { request.Email, request.Nickname, hash, now });
        var tell = OutboxWriter.Publish(values, MailWanted.KeyOf(request.Email), new MailWanted(request.Email, MailWanted.Confirm), now);
        var written = await transaction.RunAsync(tell + Insert, values, error => error.IsDuplicateKey() ? AccountsProblems.EmailTaken : null, cancellation);
        if (written.Value is not { } done)
            return written.Problem!;
        await passwords.TryRememberNetworkAsync(done.Id, cancellation);
        return TypedResults.Created((string?)null, new SignedUp(done.Id));
    }

    /// <summary>Checked first, so that a duplicate sign-up costs no hash.</summary>
    private static Task<bool> IsTakenAsync(Reads reads, string email, CancellationToken cancellation) =>
        reads.QueryPrimaryAsync(database => database.Set<Account>().AnyAsync(account => account.Email == email, CancellationToken.None), cancellation);
}
