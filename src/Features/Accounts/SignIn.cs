using Dugout.Features.Notices;
using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Accounts;

/// <summary>
/// Signs an account in by e-mail and password and gives it an access token that every replica accepts. A hash of fewer rounds than are made now is made anew on the
/// way; the device it came with is noted, and what there is to be told at a sign-in is written for it (<see cref="NoticesQueries"/>). Refused with 401
/// <c>bad-credentials</c> (unknown e-mail and wrong password alike, after the same work), 403 <c>account-banned</c>, 429 <c>too-many-attempts</c>, 503
/// <c>sign-in-busy</c> when passwords can't be checked fast enough, 503 <c>busy</c>.
/// </summary>
public static class SignIn
{
    private const int MaxDeviceTokenLength = 256;

    /// <summary>Who, and how they prove it.</summary>
    /// <param name="Email">The account's e-mail.</param>
    /// <param name="Password">Its password.</param>
    /// <param name="DeviceToken">By what the push partner knows the device: notices are pushed to it from now on. Visible ASCII characters.</param>
    public sealed record SignInRequest(string Email, string Password, string? DeviceToken = null);

    /// <summary>The token, and whose it is.</summary>
    public sealed record SignInAnswer(string AccessToken, DateTime ExpiresAt, AccountItem Account);

    /// <summary>The account, as its owner sees it.</summary>
    public sealed record AccountItem(long Id, string Nickname);

    /// <summary>Answers the request.</summary>
    public static async Task<Results<Ok<SignInAnswer>, Problem>> Handle(
        SignInRequest request, HttpContext context, Reads reads, Databases databases, Passwords passwords, SignInThrottle failures, KnownNetworks places, NoticesQueries notices,
        IOptionsMonitor<BearerTokenOptions> tokens, IOptions<AccountsOptions> options, TimeProvider clock, CancellationToken cancellation)
    {
        if (AccountTexts.ErrorOfSignIn(request.Email, request.Password) is { } invalid)
            return invalid;
        if (request.DeviceToken is { } token && (token.Length is 0 or > MaxDeviceTokenLength || !token.All(letter => letter is > ' ' and <= '~')))
            return Problem.InvalidField("deviceToken", $"Give 1 to {MaxDeviceTokenLength} visible ASCII characters, or leave it out.");

        // In a rush most are told this: the database stays with those who buy.
        if (passwords.IsFull)
            return AccountsProblems.SignInBusy;

        var account = await reads.QueryAsync(
            ConsistencyToken.OnThePrimary, (database, ask) => database.Set<Account>().SingleOrDefaultAsync(account => account.Email == request.Email, ask), cancellation);
        var place = KnownNetworks.PlaceOf(context.Connection.RemoteIpAddress);
        var attempt = new Attempt(SignInThrottle.Who(account, request.Email), place, await places.KnowsAsync(account?.Id ?? 0, place, cancellation));
        var (refusal, newHash) = await CheckAsync(attempt, account, request.Password, passwords, failures, cancellation);
        if (refusal is not null)
            return refusal;
        if (account!.BannedAt is not null)
            return AccountsProblems.AccountBanned;

        if (newHash is not null)
            await RenewAsync(databases, account, newHash, cancellation);
        await places.RememberAsync(account.Id, place, cancellation);
        if (await notices.SignedInAsync(account.Id, request.DeviceToken, cancellation) is { } busy)
            return busy;
        var expiresAt = clock.GetUtcNow().AddMinutes(options.Value.TokenMinutes);
        var accessToken = Session.Of(account).Token(account.IsAdmin, expiresAt, tokens.Get(BearerTokenDefaults.AuthenticationScheme));
        return TypedResults.Ok(new SignInAnswer(accessToken, expiresAt.UtcDateTime, new AccountItem(account.Id, account.Nickname)));
    }

    /// <summary>
    /// Checks the password. Who has to pause is told so before they wait for a turn; and once more when they have one, where the attempt is counted, so that
    /// no more are under way than there are turns.
    /// </summary>
    /// <returns>Why not; or, where it is right, the hash that is to replace an old one, if it is.</returns>
    private static async Task<(Problem? Refusal, string? NewHash)> CheckAsync(
        Attempt attempt, Account? account, string password, Passwords passwords, SignInThrottle failures, CancellationToken cancellation)
    {
        if (await failures.ErrorOfAsync(attempt, cancellation) is { } pause)
            return (pause, null);
        using var turn = await passwords.TurnAsync(cancellation);
        if (turn is null)
            return (AccountsProblems.SignInBusy, null);
        if (await failures.CountAsync(attempt, cancellation) is { } late)
            return (late, null);
        var verdict = await passwords.CheckAsync(account?.PasswordHash, password, cancellation);
        if (verdict == Passwords.Verdict.Wrong)
            return (AccountsProblems.BadCredentials, null);

        await failures.SucceededAsync(attempt, cancellation);
        return (null, verdict == Passwords.Verdict.RightButOld ? await passwords.HashAsync(password, cancellation) : null);
    }

    /// <summary>Only over the very hash that was checked: somebody may have changed the password since.</summary>
    private static async Task RenewAsync(Databases databases, Account account, string newHash, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        await connection.ExecuteAsync(new(
            "UPDATE accounts SET password_hash = @newHash WHERE id = @Id AND password_hash = @PasswordHash",
            new { newHash, account.Id, account.PasswordHash }, cancellationToken: cancellation));
    }
}
