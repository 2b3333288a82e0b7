using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>
/// Makes the framework reject tokens of revoked sessions like expired tokens. On anonymous routes a token only serves read-your-writes consistency; there the
/// known revocations suffice at any age, so that fans can browse while the primary is unavailable.
/// </summary>
internal sealed class RejectRevokedSessions(RevokedSessions ended) : IPostConfigureOptions<BearerTokenOptions>
{
    private const string Scheme = "Bearer ";

    /// <inheritdoc/>
    public void PostConfigure(string? name, BearerTokenOptions options)
    {
        if (name == BearerTokenDefaults.AuthenticationScheme)
            options.Events.OnMessageReceived = CheckAsync;
    }

    /// <exception cref="MySqlException">The primary is unavailable and the known revocations are too old.</exception>
    private async Task CheckAsync(MessageReceivedContext context)
    {
        var header = context.Request.Headers.Authorization.ToString();
        context.Token = header.StartsWith(Scheme, StringComparison.Ordinal) ? header[Scheme.Length..] : SessionCookie.TokenOf(context.Request);
        if (context.Token is null)
            return;
        // The framework rejects an unreadable token itself.
        if (context.Options.BearerTokenProtector.Unprotect(context.Token) is not { } ticket)
            return;
        if (Session.Of(ticket.Principal) is not { } session)
        {
            context.Fail("The access token contains no session.");
            return;
        }

        if (context.HttpContext.GetEndpoint()?.Metadata.GetMetadata<IAllowAnonymous>() is null)
            await ended.KnowAsync(context.HttpContext.RequestAborted);
        if (ended.Has(session))
            context.Fail("The session has been revoked.");
    }
}
