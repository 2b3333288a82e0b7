namespace Dugout.Load.Scenarios;

/// <summary>A picture to upload: a GIF of one pixel, with a comment that makes it as large as a photograph for a small screen.</summary>
internal static class SmallPicture
{
    private const int Blocks = 80;

    /// <summary>Its bytes, about 20 kB.</summary>
    public static byte[] Gif { get; } = Make();

    // The GIF89a specification: header and logical screen (17, 18), a table of two colours (19), a comment of blocks of 255 bytes (24), one pixel (20, 22), the end (27).
    private static byte[] Make()
    {
        byte[] block = [byte.MaxValue, .. Enumerable.Repeat((byte)'.', byte.MaxValue)];
        return
        [
            .. "GIF89a"u8, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF,
            0x21, 0xFE, .. Enumerable.Repeat(block, Blocks).SelectMany(bytes => bytes), 0,
            0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
        ];
    }
}
