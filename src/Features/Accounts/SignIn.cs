using Dugout.Features.Notices;
using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Accounts;

/// <summary>
/// Signs an account in by e-mail and password and returns an access token that every replica accepts. A hash with outdated rounds is replaced, the device is
/// registered, and due sign-in notices are written (<see cref="NoticesQueries"/>). Errors: 401 <c>bad-credentials</c> (unknown e-mail and wrong password alike,
/// after the same work), 403 <c>account-banned</c>, 429 <c>too-many-attempts</c>, 503 <c>sign-in-busy</c> if passwords can't be checked fast enough, 503
/// <c>busy</c>.
/// </summary>
public static class SignIn
{
    private const int MaxDeviceTokenLength = 256;

    /// <summary>The credentials.</summary>
    /// <param name="Email">The account's e-mail.</param>
    /// <param name="Password">Its password.</param>
    /// <param name="DeviceToken">The push partner's token of the device, which receives push notices from now on. Visible ASCII characters.</param>
    public sealed record SignInRequest(string Email, string Password, string? DeviceToken = null);

    /// <summary>The access token and its account.</summary>
    public sealed record SignInAnswer(string AccessToken, DateTime ExpiresAt, AccountItem Account);

    /// <summary>The account, as its owner sees it.</summary>
    public sealed record AccountItem(long Id, string Nickname);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<SignInAnswer>, Problem>> Handle(
        SignInRequest request, HttpContext context, Reads reads, Databases databases, Passwords passwords, SignInThrottle failures, KnownNetworks places, NoticesQueries notices,
        IOptionsMonitor<BearerTokenOptions> tokens, IOptions<AccountsOptions> options, TimeProvider clock, CancellationToken cancellation)
    {
        if (AccountTexts.ErrorOfSignIn(request.Email, request.Password) is { } invalid)
            return invalid;
        if (request.DeviceToken is { } token && (token.Length is 0 or > MaxDeviceTokenLength || !token.All(letter => letter is > ' ' and <= '~')))
            return Problem.InvalidField("deviceToken", $"Give 1 to {MaxDeviceTokenLength} visible ASCII characters, or leave it out.");

        // In a burst most requests end here, before any query, so that the database stays available for purchases.
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
    /// Checks the password. The throttle is checked before the wait for a permit, and again with the permit, where the attempt is counted; no more attempts
    /// run than there are permits.
    /// </summary>
    /// <returns>The error, if any; otherwise the new hash if the stored one has outdated rounds.</returns>
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

    /// <summary>Replaces only the hash that was checked: the password may have changed since.</summary>
    private static async Task RenewAsync(Databases databases, Account account, string newHash, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        await connection.ExecuteAsync(new(
            "UPDATE accounts SET password_hash = @newHash WHERE id = @Id AND password_hash = @PasswordHash",
            new { newHash, account.Id, account.PasswordHash }, cancellationToken: cancellation));
    }
}
