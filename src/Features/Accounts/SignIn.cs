using System.Globalization;
using System.Security.Claims;
using Dugout.Features.Shared;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Accounts;

/// <summary>
/// Signs an account in by e-mail and password and gives it an access token that every replica accepts. Refused with 401
/// <c>bad-credentials</c> (unknown e-mail and wrong password alike, after the same work), 429 <c>too-many-attempts</c>,
/// 503 <c>sign-in-busy</c> when passwords can't be checked fast enough.
/// </summary>
public static class SignIn
{
    private const int MaxEmailLength = 254;
    private const int MaxPasswordLength = 200;
    private const int MaxDeviceTokenLength = 4096;

    /// <summary>Who, and how they prove it.</summary>
    /// <param name="Email">The account's e-mail.</param>
    /// <param name="Password">Its password.</param>
    /// <param name="DeviceToken">Where notices are pushed to; nothing is pushed yet.</param>
    public sealed record SignInRequest(string Email, string Password, string? DeviceToken = null);

    /// <summary>The token, and whose it is.</summary>
    public sealed record SignInAnswer(string AccessToken, DateTime ExpiresAt, AccountItem Account);

    /// <summary>The account, as its owner sees it.</summary>
    public sealed record AccountItem(long Id, string Nickname);

    /// <summary>Answers the request.</summary>
    public static async Task<Results<Ok<SignInAnswer>, Problem>> Handle(
        SignInRequest request, HttpContext context, PrimaryContext database, Passwords passwords, FailedSignIns failures,
        IOptionsMonitor<BearerTokenOptions> tokens, IOptions<AccountsOptions> options, TimeProvider clock,
        CancellationToken cancellation)
    {
        if (request.Email.Length is 0 or > MaxEmailLength)
            return Problem.InvalidField("email", $"Give 1 to {MaxEmailLength} characters.");
        if (request.Password.Length is 0 or > MaxPasswordLength)
            return Problem.InvalidField("password", $"Give 1 to {MaxPasswordLength} characters.");
        if (request.DeviceToken is { Length: 0 or > MaxDeviceTokenLength })
            return Problem.InvalidField("deviceToken", $"Give 1 to {MaxDeviceTokenLength} characters, or leave it out.");

        var account = await database.Set<Account>().AsNoTracking()
            .SingleOrDefaultAsync(account => account.Email == request.Email, cancellation);
        var who = FailedSignIns.Who(account, request.Email);
        var address = context.Connection.RemoteIpAddress?.ToString() ?? "";
        if (await failures.MustPauseAsync(who, address, cancellation))
            return Problems.TooManyAttempts with { RetryAfter = options.Value.PauseSeconds };

        switch (await passwords.CheckAsync(account?.PasswordHash, request.Password, cancellation))
        {
            case Passwords.Verdict.Busy:
                return Problems.SignInBusy;
            case Passwords.Verdict.Wrong:
                await failures.CountAsync(who, address, cancellation);
                return Problems.BadCredentials;
        }

        await failures.ForgetAsync(who, address, cancellation);
        var expiresAt = clock.GetUtcNow().AddMinutes(options.Value.TokenMinutes);
        return TypedResults.Ok(new SignInAnswer(
            Token(account!, expiresAt, tokens.Get(BearerTokenDefaults.AuthenticationScheme)),
            expiresAt.UtcDateTime, new AccountItem(account!.Id, account.Nickname)));
    }

    /// <summary>The framework's own token. Its sign-in would write a body of its own, so the ticket is protected here.</summary>
    private static string Token(Account account, DateTimeOffset expiresAt, BearerTokenOptions options)
    {
        List<Claim> claims = [new(CurrentAccount.IdClaim, account.Id.ToString(CultureInfo.InvariantCulture))];
        if (account.IsAdmin)
            claims.Add(new(ClaimTypes.Role, OperatorActs.Role));
        var identity = new ClaimsIdentity(claims, BearerTokenDefaults.AuthenticationScheme);
        var properties = new AuthenticationProperties { ExpiresUtc = expiresAt };
        return options.BearerTokenProtector.Protect(new AuthenticationTicket(
            new ClaimsPrincipal(identity), properties, $"{BearerTokenDefaults.AuthenticationScheme}:AccessToken"));
    }
}
