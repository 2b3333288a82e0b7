using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Options;

namespace Dugout.Platform.Http;

/// <summary>
/// Caches the content of access tokens, because decrypting one costs more than everything else a response from memory needs. Only valid tokens
/// are cached, so clients cannot fill the cache with garbage; the framework checks the expiry of a token at each request. A key revoked
/// in the key ring remains effective for as long as a token is cached.
/// </summary>
internal sealed class RememberedTokens : IPostConfigureOptions<BearerTokenOptions>, IDisposable
{
    private const int MostTokens = 10_000;
    private static readonly TimeSpan Life = TimeSpan.FromMinutes(1);

    private const string Scheme = "Bearer ";

    private readonly MemoryCache _known = new(new MemoryCacheOptions { SizeLimit = MostTokens });

    /// <summary>
    /// Whether the value of the header <c>Authorization</c> is certain not to sign an operator in: its token is cached and is a fan's. The token may have expired since, or its
    /// session may have been revoked.
    /// </summary>
    public bool IsOfFan(ReadOnlySpan<char> authorization) => authorization.StartsWith(Scheme, StringComparison.Ordinal)
        && _known.TryGetValue<Remembered>(authorization[Scheme.Length..], out var token) && !token!.IsOfOperator;

    /// <inheritdoc/>
    public void PostConfigure(string? name, BearerTokenOptions options)
    {
        if (name == BearerTokenDefaults.AuthenticationScheme)
            options.BearerTokenProtector = new Format(options.BearerTokenProtector, _known);
    }

    /// <inheritdoc/>
    public void Dispose() => _known.Dispose();

    private sealed record Remembered(AuthenticationTicket Ticket, bool IsOfOperator);

    private sealed class Format(ISecureDataFormat<AuthenticationTicket> deciphering, MemoryCache known) : ISecureDataFormat<AuthenticationTicket>
    {
        public string Protect(AuthenticationTicket data) => deciphering.Protect(data);

        public string Protect(AuthenticationTicket data, string? purpose) => deciphering.Protect(data, purpose);

        public AuthenticationTicket? Unprotect(string? protectedText)
        {
            if (protectedText is null)
                return null;
            if (known.TryGetValue<Remembered>(protectedText, out var token))
                return token!.Ticket;
            if (deciphering.Unprotect(protectedText) is not { } read)
                return null;
            known.Set(protectedText, new Remembered(read, read.Principal.IsInRole(CurrentAccount.OperatorRole)), new MemoryCacheEntryOptions { Size = 1, AbsoluteExpirationRelativeToNow = Life });
            return read;
        }

        public AuthenticationTicket? Unprotect(string? protectedText, string? purpose) => deciphering.Unprotect(protectedText, purpose);
    }
}
