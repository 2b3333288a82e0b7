using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Options;

namespace Dugout.Platform.Http;

/// <summary>
/// Keeps for a while what access tokens say: to decipher one costs more than all else an answer from memory needs. Only tokens that
/// were found good are kept, so nobody fills this with rubbish; whether one has expired the framework asks each time. A key that is withdrawn
/// from the ring goes on opening doors for as long as a token is kept.
/// </summary>
internal sealed class RememberedTokens : IPostConfigureOptions<BearerTokenOptions>, IDisposable
{
    private const int MostTokens = 10_000;
    private static readonly TimeSpan Life = TimeSpan.FromMinutes(1);

    private readonly MemoryCache _known = new(new MemoryCacheOptions { SizeLimit = MostTokens });

    /// <inheritdoc/>
    public void PostConfigure(string? name, BearerTokenOptions options)
    {
        if (name == BearerTokenDefaults.AuthenticationScheme)
            options.BearerTokenProtector = new Format(options.BearerTokenProtector, _known);
    }

    /// <inheritdoc/>
    public void Dispose() => _known.Dispose();

    private sealed class Format(ISecureDataFormat<AuthenticationTicket> deciphering, MemoryCache known) : ISecureDataFormat<AuthenticationTicket>
    {
        public string Protect(AuthenticationTicket data) => deciphering.Protect(data);

        public string Protect(AuthenticationTicket data, string? purpose) => deciphering.Protect(data, purpose);

        public AuthenticationTicket? Unprotect(string? protectedText)
        {
            if (protectedText is null)
                return null;
            if (known.TryGetValue<AuthenticationTicket>(protectedText, out var ticket))
                return ticket;
            if (deciphering.Unprotect(protectedText) is not { } read)
                return null;
            return known.Set(protectedText, read, new MemoryCacheEntryOptions { Size = 1, AbsoluteExpirationRelativeToNow = Life });
        }

        public AuthenticationTicket? Unprotect(string? protectedText, string? purpose) => deciphering.Unprotect(protectedText, purpose);
    }
}
