namespace Dugout.Gateway.Shop;

/// <summary>What browsers may do with the shop's pages and files.</summary>
internal static class ShopHeaders
{
    /// <summary>Features that no page uses.</summary>
    private const string NoFeatures = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";

    /// <summary>
    /// The content security policy of pages: files of this origin only, no inline code but the import map, no inline style but the shell's, and no text that becomes markup or code (Trusted Types without
    /// any policy). The icon is the only <c>data:</c> image: as a file it would cost the first page a request.
    /// </summary>
    /// <param name="importMapHash">SHA-256 of the import map, in base 64.</param>
    /// <param name="styleHash">SHA-256 of the style, in base 64.</param>
    public static string Policy(string importMapHash, string styleHash) =>
        $"default-src 'none'; script-src 'self' 'sha256-{importMapHash}'; style-src 'self' 'sha256-{styleHash}'; img-src 'self' data:; connect-src 'self'; require-trusted-types-for 'script'; "
        + "trusted-types 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    public static void MarkPage(IHeaderDictionary headers, string policy)
    {
        MarkFile(headers);
        headers.ContentSecurityPolicy = policy;
        headers.XFrameOptions = "DENY";
        headers["Referrer-Policy"] = "same-origin";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
        headers["Permissions-Policy"] = NoFeatures;
        headers.CacheControl = "no-cache";
    }

    /// <summary>Other origins may not embed the file.</summary>
    public static void MarkFile(IHeaderDictionary headers) => headers["Cross-Origin-Resource-Policy"] = "same-origin";
}
