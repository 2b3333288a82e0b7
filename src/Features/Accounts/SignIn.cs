using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Accounts;

/// <summary>
/// Signs an account in by e-mail and password and returns an access token that every replica accepts. A hash with outdated rounds is replaced, the device is
/// registered, and due sign-in notices are written. Errors: 401 <c>bad-credentials</c> (unknown e-mail and wrong password alike,
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
    /// <example>{"email":"fan1@dugout.test","password":"take-me-out-2027"}</example>
    public sealed record SignInRequest(
        [property: Characters(1, AccountTexts.LongestEmail)] string Email,
        [property: Characters(1, AccountTexts.LongestPassword)] string Password,
        [property: Characters(1, MaxDeviceTokenLength), RegularExpression("^[!-~]*$", ErrorMessage = "Give visible ASCII characters, or leave it out.")] string? DeviceToken = null);

    /// <summary>The access token and its account.</summary>
    /// <param name="AccessToken">The token for the header <c>Authorization: Bearer</c>. Opaque.</param>
    /// <param name="ExpiresAt">Time it expires, UTC.</param>
    /// <param name="Account">The account.</param>
    /// <example>{"accessToken":"CfDJ8Nq2bUo4","expiresAt":"2027-04-01T10:30:00Z","account":{"id":1,"nickname":"직관요정"}}</example>
    public sealed record SignInAnswer(string AccessToken, DateTime ExpiresAt, AccountItem Account);

    /// <summary>The account, as its owner sees it.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="Nickname">Its public name.</param>
    /// <example>{"id":1,"nickname":"직관요정"}</example>
    public sealed record AccountItem(long Id, string Nickname);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<SignInAnswer>, Problem>> Handle(SignInRequest request, SignInService service, CancellationToken cancellation)
    {
        var signedIn = await service.SignInAsync(request, cancellation);
        return signedIn.Value is { } session ? TypedResults.Ok(session) : signedIn.Problem!;
    }
}
