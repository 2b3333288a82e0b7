using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Accounts;

/// <summary>
/// Mails a code for a password reset. Anonymous access, for any e-mail. Response and work are the same whether or not an account exists: the mail receiver checks
/// that. Returns 202. Errors: 400 <c>invalid</c>, 429 <c>too-many-attempts</c> per address, 503 <c>busy</c>.
/// </summary>
public static class RequestPasswordReset
{
    /// <summary>The reset request.</summary>
    /// <param name="Email">The account's e-mail.</param>
    /// <example>{"email":"fan1@dugout.test"}</example>
    public sealed record ResetRequest([property: Email] string Email);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Accepted, Problem>> Handle(
        ResetRequest request, PasswordGuard passwords, PrimaryTransaction transaction, TimeProvider clock, CancellationToken cancellation)
    {
        if (await passwords.CountRequestAsync("reset", cancellation) is { } tooMany)
            return tooMany;
        var values = new DynamicParameters();
        var tell = OutboxWriter.Publish(values, MailWanted.KeyOf(request.Email), new MailWanted(request.Email, MailWanted.Reset), clock.GetUtcNow().UtcDateTime);
        var written = await transaction.RunAsync(tell, values, _ => null, cancellation);
        return written.Problem is { } problem ? problem : TypedResults.Accepted((string?)null);
    }
}
