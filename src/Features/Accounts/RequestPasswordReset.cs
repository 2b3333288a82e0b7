using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Accounts;

/// <summary>
/// Has a code mailed by which a password can be set anew. Anybody may ask, for any e-mail, and is answered the same after the same work, whether or not there is
/// an account: that is found out where the mail is sent. Refused with 400 <c>invalid</c>, 429 <c>too-many-attempts</c> by address, 503 <c>busy</c>. Otherwise 202.
/// </summary>
public static class RequestPasswordReset
{
    /// <summary>Whose password.</summary>
    /// <param name="Email">The account's e-mail.</param>
    public sealed record ResetRequest(string Email);

    /// <summary>Answers the request.</summary>
    public static async Task<Results<Accepted, Problem>> Handle(
        ResetRequest request, HttpContext context, SignInThrottle failures, Writes writes, TimeProvider clock, CancellationToken cancellation)
    {
        if (AccountTexts.ErrorOfEmail(request.Email) is { } invalid)
            return invalid;
        if (await failures.RequestAsync("reset", KnownNetworks.PlaceOf(context.Connection.RemoteIpAddress), cancellation) is { } tooMany)
            return tooMany;
        var values = new DynamicParameters();
        var tell = OutboxWriter.Publish(values, MailWanted.KeyOf(request.Email), new MailWanted(request.Email, MailWanted.Reset), clock.GetUtcNow().UtcDateTime);
        var written = await writes.RunAsync(tell, values, _ => null, cancellation);
        return written.Refusal is { } refusal ? refusal : TypedResults.Accepted((string?)null);
    }
}
