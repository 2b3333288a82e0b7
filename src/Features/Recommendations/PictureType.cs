namespace Dugout.Features.Recommendations;

/// <summary>Which pictures are taken, told by how their bytes begin: what a client calls them says nothing.</summary>
internal static class PictureType
{
    /// <summary>Where in a RIFF file stands what it holds.</summary>
    private const int RiffKind = 8;

    private static ReadOnlySpan<byte> Png => [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A];

    private static ReadOnlySpan<byte> Jpeg => [0xFF, 0xD8, 0xFF];

    /// <summary>The media type; null where these bytes are no picture that is taken.</summary>
    public static string? Of(ReadOnlySpan<byte> bytes)
    {
        if (bytes.StartsWith(Png))
            return "image/png";
        if (bytes.StartsWith(Jpeg))
            return "image/jpeg";
        return bytes.Length > RiffKind && bytes.StartsWith("RIFF"u8) && bytes[RiffKind..].StartsWith("WEBP"u8) ? "image/webp" : null;
    }
}
