namespace Dugout.Features.Recommendations;

/// <summary>The accepted picture types, recognised by their first bytes; the type declared by the client is ignored.</summary>
internal static class PictureType
{
    /// <summary>Offset of the content type in a RIFF file.</summary>
    private const int RiffKind = 8;

    private static ReadOnlySpan<byte> Png => [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A];

    private static ReadOnlySpan<byte> Jpeg => [0xFF, 0xD8, 0xFF];

    /// <summary>The media type; null if the bytes are no accepted picture.</summary>
    public static string? Of(ReadOnlySpan<byte> bytes)
    {
        if (bytes.StartsWith(Png))
            return "image/png";
        if (bytes.StartsWith(Jpeg))
            return "image/jpeg";
        return bytes.Length > RiffKind && bytes.StartsWith("RIFF"u8) && bytes[RiffKind..].StartsWith("WEBP"u8) ? "image/webp" : null;
    }
}
