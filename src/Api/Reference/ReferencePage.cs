using System.Security.Cryptography;
using Scalar.AspNetCore;

namespace Dugout.Api.Reference;

/// <summary>The page <c>/docs</c>, which shows the API reference and can send requests to the API. In Development only; elsewhere the address returns 404.</summary>
internal static class ReferencePage
{
    private const int NonceBytes = 16;

    /// <summary>Maps the page and its scripts, which are embedded in the package.</summary>
    public static void MapReferencePage(this WebApplication app)
    {
        if (!app.Environment.IsDevelopment())
            return;

        app.MapScalarApiReference("/docs", (options, context) =>
        {
            var nonce = Convert.ToBase64String(RandomNumberGenerator.GetBytes(NonceBytes));
            Protect(context.Response.Headers, nonce);
            options.WithTitle("Dugout API").WithNonce(nonce).DisableDefaultFonts().DisableTelemetry().DisableAgent().DisableMcp().HideDeveloperTools();
        }).DisableRateLimiting();
    }

    /// <summary>
    /// No external resources, no embedding in frames, and inline code only with the nonce of this response. Styles may be inline, because the page makes
    /// its own.
    /// </summary>
    private static void Protect(IHeaderDictionary headers, string nonce)
    {
        headers.ContentSecurityPolicy = $"default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
            + "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        headers.XFrameOptions = "DENY";
        headers["Referrer-Policy"] = "no-referrer";
    }
}
