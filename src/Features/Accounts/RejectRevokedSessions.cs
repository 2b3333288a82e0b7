using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>
/// Has the framework refuse tokens whose session has ended, as it refuses those that have run out. Where a route lets everybody in, a token says only how new
/// the answer has to be; there what is known counts however old it is, so that fans can look around while the primary is away.
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

    /// <exception cref="MySqlException">Whether it has ended can't be known.</exception>
    private async Task CheckAsync(MessageReceivedContext context)
    {
        var header = context.Request.Headers.Authorization.ToString();
        if (!header.StartsWith(Scheme, StringComparison.Ordinal))
            return;
        context.Token = header[Scheme.Length..];
        // What can't be read, the framework refuses next.
        if (context.Options.BearerTokenProtector.Unprotect(context.Token) is not { } ticket)
            return;
        if (Session.Of(ticket.Principal) is not { } session)
        {
            context.Fail("The token names no session.");
            return;
        }

        if (context.HttpContext.GetEndpoint()?.Metadata.GetMetadata<IAllowAnonymous>() is null)
            await ended.KnowAsync(context.HttpContext.RequestAborted);
        if (ended.Has(session))
            context.Fail("The session has ended.");
    }
}
