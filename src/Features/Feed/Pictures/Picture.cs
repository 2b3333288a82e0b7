using System.Buffers.Binary;

namespace Dugout.Features.Feed.Pictures;

/// <summary>What the first bytes of a file say of it: whether it is a picture we take, and how large. Whatever its sender says of it counts for nothing.</summary>
/// <param name="Kind"><c>png</c>, <c>jpeg</c> or <c>gif</c>.</param>
/// <param name="Width">Pixels from left to right.</param>
/// <param name="Height">Pixels from top to bottom.</param>
public sealed record Picture(string Kind, int Width, int Height)
{
    /// <summary>Most bytes a picture may have.</summary>
    public const int MaxBytes = 1024 * 1024;

    /// <summary>Most pixels a side may have: a file of few bytes may unfold to more than a phone's memory.</summary>
    public const int MaxSide = 4_096;

    /// <summary>Whether its sides are as long as they may be, and there at all.</summary>
    public bool Fits => Width is >= 1 and <= MaxSide && Height is >= 1 and <= MaxSide;

    /// <summary>What the web calls such a file.</summary>
    public static string MediaTypeOf(string kind) => $"image/{kind}";

    /// <summary>Looks at a file.</summary>
    /// <returns>What it is; null where it is no picture of these kinds, or ends before it says how large it is.</returns>
    public static Picture? Of(ReadOnlySpan<byte> file) => file switch
    {
        // ISO/IEC 15948: the signature, then a first chunk IHDR of 13 bytes that begins with both sides.
        [0x89, (byte)'P', (byte)'N', (byte)'G', 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, (byte)'I', (byte)'H', (byte)'D', (byte)'R', ..] when file.Length >= 24 => new(
            "png", (int)Math.Min(BinaryPrimitives.ReadUInt32BigEndian(file[16..]), int.MaxValue), (int)Math.Min(BinaryPrimitives.ReadUInt32BigEndian(file[20..]), int.MaxValue)),
        // The GIF89a specification, 17 and 18: the signature, then the logical screen.
        [(byte)'G', (byte)'I', (byte)'F', (byte)'8', (byte)'7' or (byte)'9', (byte)'a', ..] when file.Length >= 10 => new(
            "gif", BinaryPrimitives.ReadUInt16LittleEndian(file[6..]), BinaryPrimitives.ReadUInt16LittleEndian(file[8..])),
        [0xFF, 0xD8, 0xFF, ..] => Jpeg(file),
        _ => null,
    };

    /// <summary>ITU-T T.81, annex B: marker segments, each with its length, up to the frame header that has both sides.</summary>
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

            // Frame headers are C0 to CF but for the tables among them: C4, C8 and CC.
            if (marker is >= 0xC0 and <= 0xCF and not (0xC4 or 0xC8 or 0xCC))
                return new("jpeg", BinaryPrimitives.ReadUInt16BigEndian(file[(at + 7)..]), BinaryPrimitives.ReadUInt16BigEndian(file[(at + 5)..]));
            // What follows the start of a scan has no lengths any more, and the end is the end.
            var length = BinaryPrimitives.ReadUInt16BigEndian(file[(at + 2)..]);
            if (marker is 0xDA or 0xD9 || length < 2)
                return null;
            at += 2 + length;
        }

        return null;
    }
}
