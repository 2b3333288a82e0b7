using System.Buffers.Binary;

namespace Dugout.Features.Feed;

/// <summary>The type and size of a picture, read from the first bytes of the file. The type declared by the client is ignored.</summary>
/// <param name="Kind"><c>png</c>, <c>jpeg</c> or <c>gif</c>.</param>
/// <param name="Width">Width in pixels.</param>
/// <param name="Height">Height in pixels.</param>
public sealed record Picture(string Kind, int Width, int Height)
{
    /// <summary>Maximum size in bytes.</summary>
    public const int MaxBytes = 1024 * 1024;

    /// <summary>Maximum pixels per side: a small file may decompress to more than a phone's memory.</summary>
    public const int MaxSide = 4_096;

    /// <summary>Whether both sides are at least 1 and at most the maximum.</summary>
    public bool Fits => Width is >= 1 and <= MaxSide && Height is >= 1 and <= MaxSide;

    /// <summary>The media type of a kind.</summary>
    public static string MediaTypeOf(string kind) => $"image/{kind}";

    /// <summary>Reads the type and size of a file.</summary>
    /// <returns>The picture; null for other kinds, or if the file ends before its size.</returns>
    public static Picture? Of(ReadOnlySpan<byte> file) => file switch
    {
        // ISO/IEC 15948: the signature, then a first chunk IHDR of 13 bytes that begins with width and height.
        [0x89, (byte)'P', (byte)'N', (byte)'G', 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, (byte)'I', (byte)'H', (byte)'D', (byte)'R', ..] when file.Length >= 24 => new(
            "png", (int)Math.Min(BinaryPrimitives.ReadUInt32BigEndian(file[16..]), int.MaxValue), (int)Math.Min(BinaryPrimitives.ReadUInt32BigEndian(file[20..]), int.MaxValue)),
        // The GIF89a specification, 17 and 18: the signature, then the logical screen.
        [(byte)'G', (byte)'I', (byte)'F', (byte)'8', (byte)'7' or (byte)'9', (byte)'a', ..] when file.Length >= 10 => new(
            "gif", BinaryPrimitives.ReadUInt16LittleEndian(file[6..]), BinaryPrimitives.ReadUInt16LittleEndian(file[8..])),
        [0xFF, 0xD8, 0xFF, ..] => Jpeg(file),
        _ => null,
    };

    /// <summary>ITU-T T.81, annex B: marker segments, each with its length, up to the frame header with width and height.</summary>
    private static Picture? Jpeg(ReadOnlySpan<byte> file)
    {
        const byte Marker = 0xFF;
        for (var at = 2; at + 9 <= file.Length && file[at] == Marker;)
        {
            var marker = file[at + 1];
            if (marker == Marker)
            {
                at++; // A fill byte.
                continue;
            }

            // Frame headers are C0 to CF, except the tables C4, C8 and CC.
            if (marker is >= 0xC0 and <= 0xCF and not (0xC4 or 0xC8 or 0xCC))
                return new("jpeg", BinaryPrimitives.ReadUInt16BigEndian(file[(at + 7)..]), BinaryPrimitives.ReadUInt16BigEndian(file[(at + 5)..]));
            // Segments after the start of scan have no length, and the end marker ends the file.
            var length = BinaryPrimitives.ReadUInt16BigEndian(file[(at + 2)..]);
            if (marker is 0xDA or 0xD9 || length < 2)
                return null;
            at += 2 + length;
        }

        return null;
    }
}
